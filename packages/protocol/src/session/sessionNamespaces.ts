import * as v from 'valibot'

const names = (limit: number) =>
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(128))), v.maxLength(limit))

/** A CAIP-2 chain. @source https://chainagnostic.org/CAIPs/caip-2 */
export const caipChain = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
/** A CAIP-10 account. @source https://chainagnostic.org/CAIPs/caip-10 */
export const caipAccount = v.pipe(
  v.string(),
  v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/),
)

const namespaceKey = v.pipe(
  v.string(),
  v.regex(/^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/, 'is no namespace'),
)

/**
 * The namespaces or chains that a site requests.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const proposalNamespaces = v.record(
  namespaceKey,
  v.object({
    chains: v.optional(v.pipe(v.array(caipChain), v.maxLength(500))),
    methods: names(500),
    events: names(100),
  }),
)
export type ProposalNamespaces = v.InferOutput<typeof proposalNamespaces>

/** The namespaces or chains that a wallet approved; not yet checked that each account belongs to its namespace. */
export const sessionNamespaces = v.record(
  namespaceKey,
  v.object({
    chains: v.optional(v.pipe(v.array(caipChain), v.maxLength(1000))),
    accounts: v.pipe(v.array(caipAccount), v.maxLength(5000)),
    methods: names(500),
    events: names(100),
  }),
)
export type SessionNamespaces = v.InferOutput<typeof sessionNamespaces>
