import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@foyer/protocol'
import { vaultBindContact } from '@foyer/protocol/vault'
import { HttpError, sha256 } from '@foyer/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { devices, tickets, users } from '../database/schema.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { codeRefused, type Txn } from './codes.ts'

/** @source security 2.10 */
const ticketLifeMs = 120_000

/**
 * Tells the vault the evidence by which it will restore this user's wallet, once.
 * @throws HttpError 400 `input-invalid` when the vault has none for this device: its link has expired
 */
export async function bindUser(
  { audit, callVault, now, queries }: Services,
  contact: BodyOf<typeof vaultBindContact>,
): Promise<void> {
  const { userId } = contact
  try {
    await callVault(vaultBindContact, contact)
  } catch (error) {
    // The link has expired: the next login requests another one.
    if (error instanceof HttpError && error.code === 'evidence-required') throw codeRefused()
    throw error
  }
  await queries
    .update(users)
    .set({ boundAt: now() })
    .where(and(eq(users.userId, userId), isNull(users.boundAt)))
  await audit(queries, { kind: 'contact-bound', userId })
}

/**
 * Issues the ticket that ends a login: for this device, once, within two minutes. In the transaction that found the user: whatever
 * removes the login or the device afterwards ends the ticket, too.
 */
export async function issueTicket(
  tx: Pick<Queries, 'insert'>,
  {
    nowMs,
    ...login
  }: Pick<Txn, 'jkt' | 'projectId' | 'origin'> & {
    userId: string
    deviceId: string
    amr: string
    nowMs: number
  },
): Promise<string> {
  const { amr, deviceId, jkt, origin, projectId, userId } = login
  const ticket = randomText(32)
  await tx.insert(tickets).values({
    ...{ ticketHash: sha256(ticket), userId, deviceId, jkt, projectId, origin, amr },
    ...{ authAt: nowMs, expiresAt: nowMs + ticketLifeMs },
  })
  return ticket
}

/** The device of a login, as this user's. @throws HttpError 503 `http-failed` while the vault has not heard that it was revoked */
export async function findOrMakeDevice(
  tx: Queries,
  {
    nowMs,
    txn,
    userId,
  }: {
    txn: Pick<Txn, 'browser' | 'jkt' | 'networkHmac' | 'origin'>
    userId: string
    nowMs: number
  },
): Promise<{ deviceId: string; isNewDevice: boolean }> {
  const { browser, jkt, networkHmac: network, origin } = txn
  const own = and(eq(devices.userId, userId), eq(devices.jkt, jkt))
  const [before] = await tx.select().from(devices).where(own)
  const seen = { browser, networkHmac: network, origin, lastSeenAt: nowMs }
  if (before && before.revokedAt === null) {
    await tx.update(devices).set(seen).where(own)
    return { deviceId: before.deviceId, isNewDevice: false }
  }
  if (before && before.vaultToldAt === null)
    throw new HttpError(503, 'http-failed', 'Try again', { retryAfterMs: 5000 })
  // A revoked device that is admitted again is a new one.
  const fresh = { ...seen, deviceId: randomUUID(), approvedAt: nowMs, revokedAt: null }
  const [made] = await tx
    .insert(devices)
    .values({ userId, jkt, ...fresh })
    .onConflictDoUpdate({ target: [devices.userId, devices.jkt], set: fresh })
    .returning()
  return { deviceId: made!.deviceId, isNewDevice: true }
}
