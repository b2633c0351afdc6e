import type { BodyOf, vaultForgetDevice } from '@foyer/protocol'
import { and, eq } from 'drizzle-orm'
import { evidence, shares, users } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Deletes the share sets and approvals of a device that the user revoked: A can only take away here. */
export async function forgetDevice(
  { audit, queries }: Services,
  { jkt, userId }: BodyOf<typeof vaultForgetDevice>,
): Promise<void> {
  await queries.transaction(async (tx) => {
    const gone = await tx
      .delete(shares)
      .where(and(eq(shares.userId, userId), eq(shares.jkt, jkt), eq(shares.kind, 'device')))
      .returning()
    const [user] = await tx.select().from(users).where(eq(users.userId, userId))
    for (const approver of [user?.contactHmac, user?.previousHmac, `passkey:${userId}`])
      if (approver)
        await tx
          .delete(evidence)
          .where(and(eq(evidence.contactHmac, approver), eq(evidence.jkt, jkt)))
    if (gone.length > 0) await audit(tx, { kind: 'device-forgotten', userId, sets: gone.length })
  })
}
