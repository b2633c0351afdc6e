import { type ChainId, FoyerError, isChainId } from '@foyer/protocol'
import {
  type AuthPayload,
  authenticateAnswer,
  type Cacao,
  sessionTtlS,
} from '@foyer/protocol/session'
import * as v from 'valibot'
import type { Client } from '../createClient.ts'
import { agreeOnKey, topicOf } from '../crypto/keys.ts'
import type { KeyPair } from '../crypto/primitives.ts'
import { writeSession } from '../session/wire.ts'
import { formatSignInMessage, parseIssuer } from './formatSignInMessage.ts'
import { parseRecap, readRecap } from './recap.ts'

/** One signed sign-in, for the server to verify. */
export type SignIn = {
  /** The text that was signed. */
  readonly message: string
  readonly signature: string
  /** By the account's key, or by its contract. */
  readonly type: 'eip191' | 'eip1271'
  readonly address: string
  readonly chainId: ChainId
}

/**
 * Accepts a signed sign-in and its session.
 *
 * @throws FoyerError `sign-in-failed` for anything but what was requested
 */
export async function acceptSignIn(
  client: Client,
  {
    answer,
    keys,
    payload,
    used,
  }: {
    answer: unknown
    keys: KeyPair
    payload: AuthPayload
    /** Namespaces that use the session already. */
    used: readonly 'eip155'[]
  },
): Promise<{ signIns: SignIn[]; isConnected: boolean; topic: string | undefined }> {
  const parsed = v.safeParse(authenticateAnswer, answer)
  if (!parsed.success)
    throw new FoyerError('sign-in-failed', { details: 'The wallet answered with no sign-in.' })
  const { cacaos, responder } = parsed.output
  for (const cacao of cacaos) checkCacao(cacao, payload)
  const approvals = cacaos.map(({ p }) => {
    const { address, reference } = parseIssuer(p.iss)
    const { chainIds, methods } = readRecap(parseRecap(p.resources))
    const chains = [...new Set([`eip155:${reference}`, ...chainIds])].filter((chain) =>
      payload.chains.includes(chain),
    )
    return { methods, accounts: chains.map((chain) => `${chain}:${address}`) }
  })
  const methods = [...new Set(approvals.flatMap((approval) => approval.methods))]
  let topic: string | undefined
  if (methods.length > 0) {
    const { wire } = client
    const symKey = await agreeOnKey(wire.primitives, { ...keys, publicKey: responder.publicKey })
    topic = await topicOf(wire.primitives, symKey)
    const settledAt = wire.browser.now()
    const expiresAt = settledAt + sessionTtlS.session * 1000
    const accounts = [...new Set(approvals.flatMap((approval) => approval.accounts))]
    const events = ['chainChanged', 'accountsChanged']
    wire.store.write(`topic.${topic}`, { kind: 'session', symKey, expiresAt })
    writeSession(wire, {
      topic,
      peer: responder,
      namespaces: { eip155: { accounts, methods, events } },
      settledAt,
      expiresAt,
      tab: client.tab,
      used: [...used],
      chains: {},
      first: {},
      newest: {},
    })
    wire.sync()
  }
  return { signIns: cacaos.flatMap(toSignIn), isConnected: methods.length > 0, topic }
}

/** The wallet may choose the account, but must sign exactly the requested text. */
function checkCacao({ p }: Cacao, payload: AuthPayload): void {
  const { namespace, reference } = parseIssuer(p.iss)
  const isAsked =
    p.domain === payload.domain &&
    p.aud === payload.aud &&
    p.nonce === payload.nonce &&
    p.version === payload.version &&
    p.exp === payload.exp &&
    p.nbf === payload.nbf &&
    namespace === 'eip155' &&
    payload.chains.includes(`eip155:${reference}`)
  if (!isAsked)
    throw new FoyerError('sign-in-failed', { details: 'The wallet signed something else.' })
}

function toSignIn(cacao: Cacao): SignIn[] {
  const { address, reference } = parseIssuer(cacao.p.iss)
  const chainId = `eip155:${reference}`
  if (!isChainId(chainId)) return []
  const { s: signature, t: type } = cacao.s
  return [{ message: formatSignInMessage(cacao), signature, type, address, chainId }]
}
