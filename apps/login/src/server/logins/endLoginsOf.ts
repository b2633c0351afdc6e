import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { dropDevice } from '../account/devices.ts'
import type { Queries } from '../database/database.ts'
import { devices, sessions, tickets } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Names the provider of a session's login: the first word of its `amr`. */
const methodOf = (provider: string) => (provider === 'email' ? 'otp' : provider)

/** Ends the browsers that logged in by a provider, and logins that are about to end. */
export async function endLoginsOf(
  services: Pick<Services, 'audit' | 'kms' | 'now'>,
  tx: Queries,
  { exceptSid = '', provider, userId }: { userId: string; provider: string; exceptSid?: string },
): Promise<void> {
  const method = methodOf(provider)
  await tx
    .delete(tickets)
    .where(and(eq(tickets.userId, userId), sql`split_part(${tickets.amr}, ' ', 1) = ${method}`))
  const opened = await tx
    .selectDistinct({ deviceId: devices.deviceId, jkt: devices.jkt, userId: devices.userId })
    .from(sessions)
    .innerJoin(devices, eq(devices.deviceId, sessions.deviceId))
    .where(
      and(
        eq(sessions.userId, userId),
        ne(sessions.sid, exceptSid),
        sql`split_part(${sessions.amr}, ' ', 1) = ${method}`,
        isNull(sessions.revokedAt),
        isNull(devices.revokedAt),
      ),
    )
  for (const device of opened) await dropDevice(services, tx, device)
}
