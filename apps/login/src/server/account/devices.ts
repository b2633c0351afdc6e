import type { BodyOf } from '@foyer/protocol'
import type { revokeDevice } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { devices, shares } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { requireStepUp, revokeSessions, type Session } from '../tokens/sessions.ts'

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
  await queries.transaction((tx) => dropDevice(services, tx, device))
  // This store's half is deleted, so the device is revoked whether or not the vault answers now.
  await services.vaultTeller.tell()
  return done
}

/** Revokes a device here; `vaultTeller` tells the vault. */
export async function dropDevice(
  services: Pick<Services, 'audit' | 'now'>,
  tx: Queries,
  { deviceId, jkt, userId }: Pick<typeof devices.$inferSelect, 'deviceId' | 'jkt' | 'userId'>,
): Promise<void> {
  await tx
    .update(devices)
    .set({ revokedAt: services.now(), vaultToldAt: null })
    .where(and(eq(devices.deviceId, deviceId), isNull(devices.revokedAt)))
  await tx
    .delete(shares)
    .where(and(eq(shares.userId, userId), eq(shares.jkt, jkt), eq(shares.kind, 'device')))
  await revokeSessions(services, tx, { deviceId, reason: 'device-revoked' })
  await services.audit(tx, { kind: 'device-revoked', userId, deviceId })
}

/** Ends every session; devices stay known. */
export async function endSessions(
  services: Services,
  { userId }: Session,
): Promise<{ done: true }> {
  await services.queries.transaction(async (tx) => {
    await revokeSessions(services, tx, { userId, reason: 'everywhere' })
    await services.audit(tx, { kind: 'signed-out-everywhere', userId })
  })
  await services.vaultTeller.tell()
  return done
}
