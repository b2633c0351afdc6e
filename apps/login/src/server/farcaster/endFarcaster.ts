import { type BodyOf, cleanText, type ResponseOf } from '@foyer/protocol'
import type { loginFarcasterEnd, loginSocialEnd } from '@foyer/protocol/login'
import { farcasterName } from '@foyer/protocol/social'
import { vaultProveFarcaster } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { socialTxns } from '../database/schema.ts'
import { networkHmac } from '../hashes.ts'
import { longestWaitMs } from '../login/loginDevice.ts'
import { link, requireSessionOf, stepUpBySocial } from '../logins/linkSocial.ts'
import type { Services } from '../services.ts'
import { ownPage } from '../social/beginSocial.ts'
import { complete, requireVaultProof } from '../social/endSocial.ts'
import { openSecrets, openTxn, type SocialTxn, takeStep } from '../social/socialTxn.ts'
import { requireFarcaster } from './farcaster.ts'
import { channelKey } from './relay/ownRelay.ts'
import type { ChannelState } from './relay/relay.ts'
import { relayOf } from './relay/relayOf.ts'

type Answer = ResponseOf<typeof loginFarcasterEnd>
type Signed = Extract<ChannelState, { state: 'completed' }>

/** Pause between two questions to the relay, ms. */
const lookMs = 1500

/**
 * Waits for the user's Farcaster app, and completes the login.
 * @throws HttpError 404 for another device's login, and one that is over; 429 `limit-exceeded` when others wait already; 503
 *   `http-failed` when the chain can not be read
 */
export function endFarcaster(
  services: Services,
  { txnId }: BodyOf<typeof loginFarcasterEnd>,
  caller: Caller,
): Promise<Answer> {
  const { limits, openCalls } = services
  const message = 'Too many calls wait already'
  const bounds = [
    { key: `wait:txn:${txnId}`, limit: limits.waitsOfTxn, message },
    { key: `wait:device:${caller.jkt}`, limit: limits.waitsOfDevice, message },
    {
      key: `wait:farcaster:${networkHmac(services, caller.client.network)}`,
      ...{ limit: limits.waitsOfAddress * limits.addressesOfNetwork, message },
    },
    { key: 'wait:farcaster', limit: limits.farcasterWaits, status: 503 as const, message },
  ]
  return openCalls.run(bounds, () => wait(services, txnId, caller))
}

async function wait(services: Services, txnId: string, { jkt, signal }: Caller): Promise<Answer> {
  const relay = relayOf(services)
  const until = performance.now() + longestWaitMs
  for (;;) {
    const txn = await readTxn(services, { txnId, jkt })
    if (txn.expiresAt <= services.now()) return end(services, txn, 'expired')
    const { channel = '' } = await openSecrets(services, txn)
    const state = await relay.read(channel)
    if (state.state === 'rejected') return end(services, txn, 'denied')
    if (state.state === 'gone') return end(services, txn, 'expired')
    if (state.state === 'completed') return finish(services, txn, state)
    const leftMs = until - performance.now()
    if (leftMs <= 0 || signal.aborted || services.waiters.isEnded) return { status: 'pending' }
    const timeoutMs = Math.min(leftMs, lookMs)
    await services.waiters.wait(channelKey(channel), { timeoutMs, signal })
  }
}

/** A login of this device, also an expired one. */
async function readTxn(
  { queries }: Services,
  { jkt, txnId }: { jkt: string; txnId: string },
): Promise<SocialTxn> {
  const own = [eq(socialTxns.txnId, txnId), eq(socialTxns.jkt, jkt)]
  const ofFarcaster = [eq(socialTxns.provider, farcasterName), eq(socialTxns.step, 'away')]
  const [txn] = await queries
    .select()
    .from(socialTxns)
    .where(and(...own, ...ofFarcaster))
  if (txn) return txn
  throw new HttpError(404, 'resource-not-found', 'There is nothing to go on with: begin again')
}

/** Ends a login that failed: the next one begins with another nonce, and asks the user again. */
async function end(
  { metrics, queries }: Services,
  { txnId }: SocialTxn,
  status: 'denied' | 'expired' | 'refused',
): Promise<Answer> {
  metrics.socials.inc({ provider: farcasterName, outcome: status })
  await queries.delete(socialTxns).where(eq(socialTxns.txnId, txnId))
  return { status }
}

/** Verifies the signed text here, and at the vault; nothing else that the relay says counts. */
async function finish(
  services: Services,
  txn: SocialTxn,
  { message, signature, username }: Signed,
): Promise<Answer> {
  const { callVault, metrics, now, queries } = services
  const { challenge, nonce, txn: own } = await openSecrets(services, txn)
  const { browser, browserHash, jkt, txnId } = txn
  let fid: string
  try {
    fid = (await requireFarcaster(services).verify({ message, signature }, { nonce })).fid
  } catch (error) {
    if (error instanceof HttpError && error.code === 'evidence-required')
      return end(services, txn, 'refused')
    throw error
  }
  const which = openTxn('away', now(), eq(socialTxns.txnId, txnId))
  await takeStep(queries, which, { step: 'done' })
  await queries.delete(socialTxns).where(eq(socialTxns.txnId, txnId))
  const provider = farcasterName
  // Before anything is proved: another user may be logged in by now.
  const session =
    txn.purpose === 'login'
      ? undefined
      : await requireSessionOf(services, { jkt, userId: txn.userId })
  await requireVaultProof(services, provider, () =>
    callVault(vaultProveFarcaster, { jkt, challenge, txn: own, message, signature }),
  )
  const isOwn = txn.projectId === ownPage
  const [projectId, origin] = isOwn ? [null, null] : [txn.projectId, txn.origin]
  const userName = cleanText(username ?? '', 64) || undefined
  const profile = { subject: fid, email: undefined, isEmailTrusted: false, userName }
  const login = { jkt, browser, origin, projectId, networkHmac: browserHash }
  metrics.socials.inc({ provider, outcome: 'answered' })
  if (!session) return statusOf(await complete(services, { login, profile, provider }), profile)
  return statusOf(
    txn.purpose === 'step-up'
      ? await stepUpBySocial(services, session, { profile, provider })
      : await link(services, session, { profile, provider }),
    profile,
  )
}

function statusOf(
  ended: ResponseOf<typeof loginSocialEnd>,
  { subject: fid, userName = null }: { subject: string; userName: string | null | undefined },
): Answer {
  if (ended.action === 'CONNECT')
    return { status: 'connected', ticket: ended.ticket, fid, userName }
  if (ended.action === 'LINKED') return { status: 'linked', id: ended.id }
  if (ended.action === 'STEPPED_UP') return { status: 'stepped-up', until: ended.until }
  if (ended.action === 'REFUSED') return { status: 'failed', reason: ended.reason }
  // Added to an account that woke, or removed from one, a short time ago.
  if (ended.action === 'FAILED' && (ended.reason === 'held' || ended.reason === 'removed'))
    return { status: 'failed', reason: ended.reason }
  throw new Error(`A Farcaster login ended as ${ended.action}`)
}
