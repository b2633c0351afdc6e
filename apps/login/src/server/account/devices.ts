import type { BodyOf } from '@foyer/protocol'
import type { revokeDevice } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { devices, identities, shares, socialTxns, tickets, txns } from '../database/schema.ts'
import { dropTxns } from '../login/txn.ts'
import { noteContactChange } from '../logins/contactOf.ts'
import type { Services } from '../services.ts'
import { requireStepUp, revokeSessions, type Session } from '../tokens/sessions.ts'
import { lockUser } from './readAccount.ts'

const done = { done: true } as const

/** Revokes a device: its stored data is worthless from then on. @throws HttpError 404; 403 `step-up-required` */
export async function endDevice(
  services: Services,
  { deviceId }: BodyOf<typeof revokeDevice>,
  session: Session,
): Promise<{ done: true }> {
  const { now, queries } = services
  const { userId } = session
  const own = and(
    eq(devices.deviceId, deviceId),
    eq(devices.userId, userId),
    isNull(devices.revokedAt),
  )
  const [device] = await queries.select().from(devices).where(own)
  if (!device) throw new HttpError(404, 'resource-not-found', 'There is no such device')
  if (deviceId !== session.deviceId) requireStepUp(session, now())
  await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    await dropDevice(services, tx, device)
  })
  // This store's half is deleted, so the device is revoked whether or not the vault answers now.
  await services.vaultTeller.tell()
  return done
}

/** Revokes a device here, and logins that it has begun; `vaultTeller` tells the vault. Call it after `lockUser`. */
export async function dropDevice(
  services: Pick<Services, 'audit' | 'kms' | 'now'>,
  tx: Queries,
  { deviceId, jkt, userId }: Pick<typeof devices.$inferSelect, 'deviceId' | 'jkt' | 'userId'>,
): Promise<void> {
  await tx
    .update(devices)
    .set({ revokedAt: services.now(), vaultToldAt: null })
    .where(and(eq(devices.deviceId, deviceId), isNull(devices.revokedAt)))
  await tx
    .delete(shares)
    .where(
      and(
        eq(shares.userId, userId),
        eq(shares.jkt, jkt),
        or(eq(shares.kind, 'device'), isNull(shares.committedAt)),
      ),
    )
  // Before the sessions: waits for a ticket that is being redeemed, whose session ends with the others.
  await tx.delete(tickets).where(and(eq(tickets.userId, userId), eq(tickets.jkt, jkt)))
  await dropTxns(tx, eq(txns.jkt, jkt))
  await tx.delete(socialTxns).where(eq(socialTxns.jkt, jkt))
  await revokeSessions(services, tx, { deviceId, reason: 'device-revoked' })
  await noteContactChange(services, tx, { userId, change: 'compared' })
  await services.audit(tx, { kind: 'device-revoked', userId, deviceId })
}

/** Ends every session, and logins that have begun; devices stay known. */
export async function endSessions(
  services: Services,
  { userId }: Session,
): Promise<{ done: true }> {
  await services.queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    // Before the sessions, as in `dropDevice`.
    await tx.delete(tickets).where(eq(tickets.userId, userId))
    await dropTxns(tx, txnsOf(tx, userId))
    await revokeSessions(services, tx, { userId, reason: 'everywhere' })
    await noteContactChange(services, tx, { userId, change: 'compared' })
    await services.audit(tx, { kind: 'signed-out-everywhere', userId })
  })
  await services.vaultTeller.tell()
  return done
}

/** Transactions of a user, of the user's devices, and about the addresses of the account. */
function txnsOf(tx: Queries, userId: string) {
  const [ofDevice, ofIdentity] = [eq(devices.userId, userId), eq(identities.userId, userId)]
  const jkts = tx.select({ jkt: devices.jkt }).from(devices).where(ofDevice)
  const subjects = tx.select({ hmac: identities.subject }).from(identities).where(ofIdentity)
  const addresses = tx.select({ hmac: identities.emailHmac }).from(identities).where(ofIdentity)
  return or(
    eq(txns.userId, userId),
    inArray(txns.jkt, jkts),
    inArray(txns.emailHmac, subjects),
    inArray(txns.emailHmac, addresses),
  )
}
