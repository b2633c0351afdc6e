import * as v from 'valibot'

/** Signature algorithms with public keys. A shared secret signs nothing that is accepted. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

const shown = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))

/** A site's own login, as the operator configures it. */
const customLogin = v.pipe(
  v.strictObject({
    /** Part of each user's identity, so it never changes; shown on `/security`. */
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,24}$/, 'must be a-z, 0-9 and -, 24 at most')),
    /** The projects whose sites log in by it. */
    projects: v.optional(v.array(shown(128)), []),
    /** `iss` of its tokens. */
    issuer: shown(512),
    /** `aud` of its tokens: a value that only tokens for this wallet have. */
    audience: shown(512),
    /** Where its public keys are read; or a file with them. */
    jwksUrl: v.optional(
      v.pipe(v.string(), v.check(isKeyUrl, 'must be an https address, or http on this machine')),
    ),
    jwksFile: v.optional(shown(1024)),
    /** Page of the site that logs its user in for the login site's own pages, and sends a token back. @default none */
    proofUrl: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(1024),
        v.check(isKeyUrl, 'must be an https address, or http on this machine'),
      ),
    ),
    algorithms: v.optional(v.pipe(v.array(v.picklist(algorithms)), v.minLength(1)), [
      'RS256',
      'ES256',
      'EdDSA',
    ]),
    /** `none`: its tokens can not contain our nonce, so that each new device also needs the vault's mailed link. */
    nonce: v.optional(v.picklist(['required', 'none']), 'required'),
  }),
  v.check(
    ({ jwksFile, jwksUrl }) => (jwksFile === undefined) !== (jwksUrl === undefined),
    'must have jwksUrl or jwksFile',
  ),
  v.check(
    ({ nonce, proofUrl }) => proofUrl === undefined || nonce === 'required',
    'must have no proofUrl where nonce is "none": an old token would prove the user again',
  ),
)
export type CustomLogin = v.InferOutput<typeof customLogin>
/** As an operator writes it. */
export type CustomLoginSetting = v.InferInput<typeof customLogin>

const example =
  '[{ "id": "acme", "projects": ["…"], "issuer": "…", "audience": "…", "jwksUrl": "…" }]'

/** Schema of the variable CUSTOM_LOGINS: JSON. */
export const customLogins = v.pipe(
  v.string(),
  v.rawTransform<string, unknown>(({ addIssue, dataset, NEVER }) => {
    try {
      return JSON.parse(dataset.value)
    } catch {
      addIssue({ message: `must be a JSON list: ${example}` })
      return NEVER
    }
  }),
  v.array(customLogin, `must be a JSON list: ${example}`),
  v.check(
    (all) => isUnique(all.map(({ id }) => id)) && isUnique(all.flatMap(({ projects }) => projects)),
    'must name each id and each project once',
  ),
)

const isUnique = (names: readonly string[]) => new Set(names).size === names.length

/** Keys come over TLS, or from this machine. */
function isKeyUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  if (username !== '' || password !== '') return false
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}
