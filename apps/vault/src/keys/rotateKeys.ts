import { rotateShareRow } from '@foyer/protocol/custody'
import { rewrapKind, rewrapRows } from '@foyer/server/database'
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { recordOwner, resealText } from '../contacts/contact.ts'
import {
  links,
  moreContacts,
  pastContacts,
  recoveryKeys,
  shares,
  users,
} from '../database/schema.ts'
import type { Services } from '../services.ts'
import { placeOf } from '../shares/walletState.ts'

/**
 * Rewraps every row under the active key while the vault runs, without its users. Skips rows that another process writes
 * meanwhile; the next round rewraps them.
 * @returns the number of rewrapped rows
 */
export async function rotateKeys({
  audit,
  kms,
  queries,
}: Pick<Services, 'audit' | 'kms' | 'queries'>): Promise<number> {
  const kid = kms.activeKid()
  const rows = await rewrapRows([
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(shares)
          .where(and(ne(shares.kid, kid), gt(shares.setId, after)))
          .orderBy(asc(shares.setId))
          .limit(limit),
      idOf: ({ setId }) => setId,
      async rewrap(row) {
        const { ct, edk, kid, setId, userId } = row
        const put = await rotateShareRow(kms, {
          place: placeOf(userId, setId, row),
          row: { v: 1, alg: 'A256GCM', kid, edk, ct },
        })
        const written = await queries
          .update(shares)
          .set({ kid: put.kid, edk: put.edk, ct: put.ct })
          .where(and(eq(shares.setId, setId), eq(shares.ct, ct)))
          .returning()
        return written.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(recoveryKeys)
          .where(and(ne(recoveryKeys.kid, kid), gt(recoveryKeys.changeId, after)))
          .orderBy(asc(recoveryKeys.changeId))
          .limit(limit),
      idOf: ({ changeId }) => changeId,
      async rewrap({ blob, changeId, kid, walletId }) {
        const put = await resealText(kms, { owner: recordOwner(walletId, changeId), kid, blob })
        const written = await queries
          .update(recoveryKeys)
          .set(put)
          .where(and(eq(recoveryKeys.changeId, changeId), eq(recoveryKeys.blob, blob)))
          .returning()
        return written.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(users)
          .where(
            and(isNotNull(users.contactKid), ne(users.contactKid, kid), gt(users.userId, after)),
          )
          .orderBy(asc(users.userId))
          .limit(limit),
      idOf: ({ userId }) => userId,
      async rewrap({ contactBlob, contactKid, userId: owner }) {
        const put = await resealText(kms, { owner, kid: contactKid!, blob: contactBlob! })
        const written = await queries
          .update(users)
          .set({ contactKid: put.kid, contactBlob: put.blob })
          .where(and(eq(users.userId, owner), eq(users.contactBlob, contactBlob!)))
          .returning()
        return written.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(moreContacts)
          .where(
            and(
              isNotNull(moreContacts.contactKid),
              ne(moreContacts.contactKid, kid),
              gt(moreContacts.id, after),
            ),
          )
          .orderBy(asc(moreContacts.id))
          .limit(limit),
      idOf: ({ id }) => id,
      async rewrap({ contactBlob, contactKid, id, userId: owner }) {
        const put = await resealText(kms, { owner, kid: contactKid!, blob: contactBlob! })
        const written = await queries
          .update(moreContacts)
          .set({ contactKid: put.kid, contactBlob: put.blob })
          .where(and(eq(moreContacts.id, id), eq(moreContacts.contactBlob, contactBlob!)))
          .returning()
        return written.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(pastContacts)
          .where(and(ne(pastContacts.contactKid, kid), gt(pastContacts.id, after)))
          .orderBy(asc(pastContacts.id))
          .limit(limit),
      idOf: ({ id }) => id,
      async rewrap({ contactBlob: blob, contactKid, id, userId: owner }) {
        const put = await resealText(kms, { owner, kid: contactKid, blob })
        const written = await queries
          .update(pastContacts)
          .set({ contactKid: put.kid, contactBlob: put.blob })
          .where(and(eq(pastContacts.id, id), eq(pastContacts.contactBlob, blob)))
          .returning()
        return written.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(links)
          .where(and(isNotNull(links.nextKid), ne(links.nextKid, kid), gt(links.linkId, after)))
          .orderBy(asc(links.linkId))
          .limit(limit),
      idOf: ({ linkId }) => linkId,
      async rewrap({ linkId, nextBlob, nextKid, userId }) {
        const put = await resealText(kms, { owner: userId!, kid: nextKid!, blob: nextBlob! })
        const written = await queries
          .update(links)
          .set({ nextKid: put.kid, nextBlob: put.blob })
          .where(eq(links.linkId, linkId))
          .returning()
        return written.length
      },
    }),
  ])
  if (rows > 0) await audit(queries, { kind: 'keys-rotated', kid, rows })
  return rows
}
