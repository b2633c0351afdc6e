import { and, eq, gte } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { identities, undos } from '../database/schema.ts'
import { emailHmac, hmacKeyId } from '../hashes.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { isTaken } from './accountEmail.ts'

/** Makes a replaced address the account's again. Addresses added in between have no rights that stem from this change alone. */
export async function putAddressBack(
  services: Services,
  tx: Queries,
  undo: typeof undos.$inferSelect,
): Promise<void> {
  const { hmacKey, kms, now } = services
  const { emailBlob, emailKid, expiresAt, userId } = undo
  const email = await openEmail(kms, userId, undo)
  if (await isTaken(services, tx, { email, userId })) return
  await tx.delete(undos).where(and(eq(undos.userId, userId), gte(undos.expiresAt, expiresAt)))
  const put = {
    subject: emailHmac(services, email),
    subjectKey: hmacKeyId(hmacKey),
    ...{ emailKid, emailBlob },
  }
  const changed = await tx
    .update(identities)
    .set(put)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
    .returning()
  // The login by email was removed since.
  if (changed.length === 0)
    await tx
      .insert(identities)
      .values({ id: crypto.randomUUID(), userId, provider: 'email', ...put, createdAt: now() })
}
