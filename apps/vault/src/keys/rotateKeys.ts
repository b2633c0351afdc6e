import { rotateShareRow } from '@foyer/protocol'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { openText, recordOwner, sealText } from '../contacts/contact.ts'
import { links, recoveryKeys, shares, users } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { placeOf } from '../shares/walletState.ts'

const batch = 200

/**
 * Puts every row under the active key, while the vault serves; no client is needed. A row that another process wrote in
 * the meantime is left to the next round.
 *
 * @returns how many rows were wrapped anew
 */
export async function rotateKeys({
  audit,
  kms,
  queries,
}: Pick<Services, 'audit' | 'kms' | 'queries'>): Promise<number> {
  const active = kms.activeKid()
  let count = 0
  for (;;) {
    const before = count
    for (const row of await queries
      .select()
      .from(shares)
      .where(ne(shares.kid, active))
      .limit(batch)) {
      const { ct, edk, kid, setId, userId } = row
      const next = await rotateShareRow(kms, {
        place: placeOf(userId, setId, row),
        row: { v: 1, alg: 'A256GCM', kid, edk, ct },
      })
      const put = { kid: next.kid, edk: next.edk, ct: next.ct }
      count += (
        await queries
          .update(shares)
          .set(put)
          .where(and(eq(shares.setId, setId), eq(shares.ct, ct)))
          .returning()
      ).length
    }
    for (const { blob, changeId, kid, walletId } of await queries
      .select()
      .from(recoveryKeys)
      .where(ne(recoveryKeys.kid, active))
      .limit(batch)) {
      const owner = recordOwner(walletId, changeId)
      const put = await sealText(kms, { owner, text: await openText(kms, { owner, kid, blob }) })
      count += (
        await queries
          .update(recoveryKeys)
          .set(put)
          .where(and(eq(recoveryKeys.changeId, changeId), eq(recoveryKeys.blob, blob)))
          .returning()
      ).length
    }
    for (const { contactBlob, contactKid, userId: owner } of await queries
      .select()
      .from(users)
      .where(and(isNotNull(users.contactKid), ne(users.contactKid, active)))
      .limit(batch)) {
      const text = await openText(kms, { owner, kid: contactKid!, blob: contactBlob! })
      const { kid, blob } = await sealText(kms, { owner, text })
      count += (
        await queries
          .update(users)
          .set({ contactKid: kid, contactBlob: blob })
          .where(and(eq(users.userId, owner), eq(users.contactBlob, contactBlob!)))
          .returning()
      ).length
    }
    for (const { linkId, nextBlob, nextKid, userId } of await queries
      .select()
      .from(links)
      .where(and(isNotNull(links.nextKid), ne(links.nextKid, active)))
      .limit(batch)) {
      const owner = userId!
      const { kid, blob } = await sealText(kms, {
        owner,
        text: await openText(kms, { owner, kid: nextKid!, blob: nextBlob! }),
      })
      count += (
        await queries
          .update(links)
          .set({ nextKid: kid, nextBlob: blob })
          .where(eq(links.linkId, linkId))
          .returning()
      ).length
    }
    if (count === before) break
  }
  if (count > 0) await audit(queries, { kind: 'keys-rotated', kid: active, rows: count })
  return count
}
