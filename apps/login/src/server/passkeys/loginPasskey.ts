import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type {
  passkeyWalletBegin,
  passkeyWalletLogin,
  passkeyWalletStepUp,
} from '@foyer/protocol/custody'
import { HttpError, refuse } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import { stepUpLifeMs } from '../account/stepUp.ts'
import type { Caller, Client } from '../auth/caller.ts'
import { takeClientRate } from '../auth/takeClientRate.ts'
import type { Queries } from '../database/database.ts'
import { keyAccounts, sessions, users, walletFactors } from '../database/schema.ts'
import { networkHmac } from '../hashes.ts'
import { findOrMakeDevice, issueTicket } from '../login/admitDevice.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { newAccountChallenge, requireAccountProof } from './accountProof.ts'

/** Returns a challenge, and the envelope of a factor; of an unknown one as of one that needs none. */
export async function beginPasskeyLogin(
  services: Services,
  { id }: BodyOf<typeof passkeyWalletBegin>,
  { jkt }: Caller,
): Promise<ResponseOf<typeof passkeyWalletBegin>> {
  const [row] =
    id === undefined
      ? []
      : await services.queries
          .select({ envelope: walletFactors.envelope })
          .from(walletFactors)
          .where(eq(walletFactors.id, id))
  return { challenge: newAccountChallenge(services, jkt), envelope: row?.envelope ?? null }
}

/**
 * Logs in the user whose wallet proved itself, or makes an account for a new wallet.
 *
 * @throws HttpError 403 `unauthorized` without the proof; 404 `resource-not-found` for a wallet without an account; 409
 *   `change-conflict` for a passkey of another account; 429 above the rate limit of new accounts
 */
export async function endPasskeyLogin(
  services: Services,
  { create, id, site, ...proof }: BodyOf<typeof passkeyWalletLogin>,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof passkeyWalletLogin>> {
  const { now, projects, queries } = services
  if (site) await projects.admit(site.projectId, site.origin)
  const place = { projectId: site?.projectId ?? null, origin: site?.origin ?? null }
  await requireAccountProof(services, { ...proof, jkt })
  const { account } = proof
  const nowMs = now()
  const isKnown = (await findAccount(queries, account)) !== undefined
  if (!isKnown && !create)
    throw new HttpError(404, 'resource-not-found', 'This passkey has no wallet here')
  if (!isKnown) {
    const rate = services.limits.passkeyAccountsOfClient
    await takeClientRate(services, client, { name: 'account', ...rate })
  }
  const ticket = await queries.transaction(async (tx) => {
    const user = await findOrMakeAccount(services, tx, { account, client, create, nowMs })
    await tx
      .update(walletFactors)
      .set({ lastUsedAt: nowMs })
      .where(and(eq(walletFactors.id, id), eq(walletFactors.userId, user.userId)))
    const { browser } = client
    const network = networkHmac(services, client.network)
    const txn = { browser, jkt, networkHmac: network, origin: place.origin }
    const { userId } = user
    const { deviceId } = await findOrMakeDevice(tx, { txn, userId, nowMs })
    return issueTicket(tx, { ...place, jkt, userId, deviceId, amr: 'passkey', nowMs })
  })
  return { ticket }
}

async function findAccount(queries: Pick<Queries, 'select'>, account: string) {
  const [row] = await queries.select().from(keyAccounts).where(eq(keyAccounts.account, account))
  return row
}

async function findOrMakeAccount(
  { audit }: Services,
  tx: Queries,
  {
    account,
    client,
    create,
    nowMs,
  }: {
    account: string
    client: Client
    create: BodyOf<typeof passkeyWalletLogin>['create']
    nowMs: number
  },
): Promise<{ userId: string }> {
  const userId = randomUUID()
  // Two tabs with the same wallet: one makes the account, the other waits here and finds it.
  const made = create
    ? await tx.insert(keyAccounts).values({ userId, account }).onConflictDoNothing().returning()
    : []
  if (create && made.length === 1) {
    await tx
      .insert(users)
      .values({ userId, recoveryMode: 'passkey', createdAt: nowMs, lastSeenAt: nowMs })
    const added = await tx
      .insert(walletFactors)
      .values({ ...create, userId, madeIn: client.browser, createdAt: nowMs })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) return refuse('change-conflict', 'This passkey has another wallet')
    await audit(tx, { kind: 'user-made', userId, provider: 'passkey' })
    return { userId }
  }
  const known = await findAccount(tx, account)
  if (!known) throw new HttpError(404, 'resource-not-found', 'This passkey has no wallet here')
  await tx.update(users).set({ lastSeenAt: nowMs }).where(eq(users.userId, known.userId))
  return known
}

/** Completes a step-up by the proof of the session's own wallet. @throws HttpError 403 `unauthorized` */
export async function stepUpByPasskey(
  services: Services,
  proof: BodyOf<typeof passkeyWalletStepUp>,
  { sid, userId }: Session,
  { jkt }: Caller,
): Promise<ResponseOf<typeof passkeyWalletStepUp>> {
  const { audit, now, queries } = services
  await requireAccountProof(services, { ...proof, jkt })
  const known = await findAccount(queries, proof.account)
  if (known?.userId !== userId)
    throw new HttpError(403, 'unauthorized', 'This wallet is not the signed-in one')
  const until = now() + stepUpLifeMs
  await queries.transaction(async (tx) => {
    await tx.update(sessions).set({ steppedUpUntil: until }).where(eq(sessions.sid, sid))
    await audit(tx, { kind: 'stepped-up', userId, sid })
  })
  return { until }
}
