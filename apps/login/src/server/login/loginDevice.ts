import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginDevice } from '@foyer/protocol/login'
import { vaultReadLink } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { txns } from '../database/schema.ts'
import { mailOf } from '../mail/mails.ts'
import type { Services } from '../services.ts'
import { newCode } from './codes.ts'
import { emailOf, readTxn } from './txn.ts'

/** @source security 2.9: within 25 s, of the client's 30 */
export const longestWaitMs = 24_000
/** Interval of checking the database, in ms: another process may have received the vault's event. */
const lookMs = 2500
/** Number of checks between two calls to the vault, in case its event got lost. */
const looksPerAsk = 3

/** Waits for the link of the mail. @throws HttpError 429 `limit-exceeded` when others wait for it already */
export function awaitDevice(
  services: Services,
  { txnId }: BodyOf<typeof loginDevice>,
  caller: Caller,
): Promise<ResponseOf<typeof loginDevice>> {
  const { limits, openCalls } = services
  const message = 'Too many calls wait already'
  const bounds = [
    { key: `wait:txn:${txnId}`, limit: limits.waitsOfTxn, message },
    { key: `wait:device:${caller.jkt}`, limit: limits.waitsOfDevice, message },
  ]
  return openCalls.run(bounds, () => wait(services, txnId, caller))
}

async function wait(
  services: Services,
  txnId: string,
  { jkt, signal }: Caller,
): Promise<ResponseOf<typeof loginDevice>> {
  const until = performance.now() + longestWaitMs
  for (let looks = 1; ; looks++) {
    const txn = await readTxn(services, { txnId, jkt, kind: ['login', 'social', 'link'] })
    if (txn.step === 'denied') return { status: 'denied' }
    if (txn.step !== 'device') return { status: 'approved' }
    const leftMs = until - performance.now()
    if (leftMs <= 0 || signal.aborted || services.waiters.isEnded) return { status: 'pending' }
    await services.waiters.wait(txnId, { timeoutMs: Math.min(leftMs, lookMs), signal })
    if (looks % looksPerAsk === 0) await askVault(services, txn.linkId)
  }
}

/** Polls the vault for the decision on a link, in case its event got lost. */
async function askVault(services: Services, linkId: string | null): Promise<void> {
  if (linkId === null) return
  const { state } = await services.callVault(vaultReadLink, { linkId }).catch((error: unknown) => {
    if (error instanceof HttpError) return { state: 'pending' as const }
    throw error
  })
  if (state === 'approved') await approveLink(services, linkId)
  if (state === 'denied') await denyLink(services, linkId)
}

const open = (linkId: string, nowMs: number) =>
  and(
    eq(txns.linkId, linkId),
    eq(txns.step, 'device'),
    isNull(txns.approvedAt),
    gt(txns.expiresAt, nowMs),
  )

/** The vault's link was approved: sends the code of a login by email, once. */
export async function approveLink(services: Services, linkId: string): Promise<void> {
  const { audit, mailer, now, queries, waiters } = services
  const nowMs = now()
  const approved = await queries.transaction(async (tx) => {
    const [txn] = await tx
      .update(txns)
      .set({ step: 'code', approvedAt: nowMs })
      .where(open(linkId, nowMs))
      .returning()
    if (!txn) return undefined
    await audit(tx, { kind: 'device-approved', txnId: txn.txnId, linkId, ip: txn.networkHmac })
    // A social login has been proved already: the link was all that it needed.
    if (txn.kind === 'social') return { txn, code: undefined }
    const purpose = txn.kind === 'link' ? 'link' : 'login'
    return { txn, code: await newCode(services, tx, { txnId: txn.txnId, purpose }) }
  })
  if (!approved) return
  const { code, txn } = approved
  if (code !== undefined)
    mailer.send(
      mailOf(
        txn.kind === 'link' ? 'code-link' : 'code-login',
        await emailOf(services, txn),
        code,
        txn.language,
      ),
    )
  waiters.wake(txn.txnId)
}

/** The user answered that it was not them. */
export async function denyLink(services: Services, linkId: string): Promise<void> {
  const { audit, now, queries, waiters } = services
  const [txn] = await queries
    .update(txns)
    .set({ step: 'denied' })
    .where(open(linkId, now()))
    .returning()
  if (!txn) return
  await audit(queries, { kind: 'device-denied', txnId: txn.txnId, linkId, ip: txn.networkHmac })
  waiters.wake(txn.txnId)
}
