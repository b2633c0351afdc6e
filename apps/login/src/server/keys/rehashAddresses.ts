import { rewrapKind, rewrapRows } from '@foyer/server/database'
import { and, asc, eq, gt, isNotNull, ne, or } from 'drizzle-orm'
import { identities, loginUndos, undos } from '../database/schema.ts'
import { emailHmac, hmacKeyId } from '../hashes.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'

/**
 * Rehashes addresses under the current key while the server runs. Codes and transactions live for minutes and need no
 * rehash.
 * @returns how many addresses that were
 * @source security 2.4 "Rotation"
 */
export async function rehashAddresses(
  services: Pick<Services, 'audit' | 'hmacKey' | 'kms' | 'queries'>,
): Promise<number> {
  const { audit, hmacKey, kms, queries } = services
  const subjectKey = hmacKeyId(hmacKey)
  const count = await rewrapRows([
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(identities)
          .where(
            and(
              or(eq(identities.provider, 'email'), isNotNull(identities.emailHmac)),
              ne(identities.subjectKey, subjectKey),
              gt(identities.id, after),
            ),
          )
          .orderBy(asc(identities.id))
          .limit(limit),
      idOf: ({ id }) => id,
      async rewrap(row) {
        const hmac = emailHmac(services, await openEmail(kms, row.userId, row))
        const put = await queries
          .update(identities)
          .set({
            ...(row.provider === 'email' ? { subject: hmac } : { emailHmac: hmac }),
            subjectKey,
          })
          .where(and(eq(identities.id, row.id), eq(identities.subject, row.subject)))
          .returning({ id: identities.id })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(undos)
          .where(and(ne(undos.subjectKey, subjectKey), gt(undos.tokenHash, after)))
          .orderBy(asc(undos.tokenHash))
          .limit(limit),
      idOf: ({ tokenHash }) => tokenHash,
      async rewrap(row) {
        const subject = emailHmac(services, await openEmail(kms, row.userId, row))
        const put = await queries
          .update(undos)
          .set({ subject, subjectKey })
          .where(eq(undos.tokenHash, row.tokenHash))
          .returning({ id: undos.tokenHash })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(loginUndos)
          .where(
            and(
              or(eq(loginUndos.provider, 'email'), isNotNull(loginUndos.emailHmac)),
              ne(loginUndos.subjectKey, subjectKey),
              gt(loginUndos.tokenHash, after),
            ),
          )
          .orderBy(asc(loginUndos.tokenHash))
          .limit(limit),
      idOf: ({ tokenHash }) => tokenHash,
      async rewrap(row) {
        const hmac = emailHmac(services, await openEmail(kms, row.userId, row))
        const put = await queries
          .update(loginUndos)
          .set({
            ...(row.provider === 'email' ? { subject: hmac } : { emailHmac: hmac }),
            subjectKey,
          })
          .where(eq(loginUndos.tokenHash, row.tokenHash))
          .returning({ id: loginUndos.tokenHash })
        return put.length
      },
    }),
  ])
  if (count > 0) await audit(queries, { kind: 'addresses-rehashed', rows: count })
  return count
}
