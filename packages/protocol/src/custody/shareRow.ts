import * as v from 'valibot'
import { FoyerError } from '../errors.ts'
import { type ShareAad, shareAad } from './aad.ts'
import { importAesKey, openAes, sealAes } from './aesGcm.ts'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import type { Kms } from './kms.ts'

type Bytes = Uint8Array<ArrayBuffer>

const base64Url = (maxLength: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(maxLength))

/** A share in a store's table: encrypted with its own data key, which the store's key wraps. */
export const shareRow = v.strictObject({
  v: v.literal(1),
  alg: v.literal('A256GCM'),
  kid: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
  /** The data key, wrapped by the {@link Kms}. */
  edk: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  /** base64url of IV and ciphertext. */
  ct: base64Url(8192),
})
export type ShareRow = v.InferOutput<typeof shareRow>

/** The position of a share in a store's table: the fields of its additional data except `kid`. */
export type SharePlace =
  | Omit<Extract<ShareAad, { role: 'auth' }>, 'kid'>
  | Omit<Extract<ShareAad, { role: 'rec' }>, 'kid'>

const aadOf = (place: SharePlace, kid: string) => shareAad({ ...place, kid } as ShareAad)

/** Encrypts bytes for their position in a store's table. @throws {@link FoyerError} `input-invalid`, and what `kms` throws */
export async function sealShareRow(
  kms: Kms,
  { place, plaintext }: { place: SharePlace; plaintext: Bytes },
): Promise<ShareRow> {
  const kid = kms.activeKid()
  const aad = aadOf(place, kid)
  const dek = crypto.getRandomValues(new Uint8Array(32))
  try {
    const ct = await sealAes(await importAesKey(dek), plaintext, aad)
    const wrapped = await kms.wrap(dek, aad)
    if (wrapped.kid !== kid)
      throw new FoyerError('internal', {
        details: 'The active key changed while a row was sealed.',
      })
    return { v: 1, alg: 'A256GCM', kid, edk: wrapped.blob, ct: encodeBase64Url(ct) }
  } finally {
    dek.fill(0)
  }
}

/**
 * Decrypts a row for the position it was read from.
 *
 * @throws {@link FoyerError} `share-unreadable` if row, position or key differ from those it was sealed with
 */
export async function openShareRow(
  kms: Kms,
  { place, row }: { place: SharePlace; row: ShareRow },
): Promise<Bytes> {
  const { kid, edk, ct } = row
  const aad = aadOf(place, kid)
  const dek = await kms.unwrap(kid, edk, aad)
  try {
    return await openAes(await importAesKey(dek), decodeBase64Url(ct), aad)
  } finally {
    dek.fill(0)
  }
}

/**
 * Re-encrypts a share under the active key, without the client; returns the row unchanged if it already is. Replaces the data
 * key too, since a row's additional data names the key.
 *
 * @throws {@link FoyerError} `share-unreadable`
 */
export async function rotateShareRow(
  kms: Kms,
  { place, row }: { place: SharePlace; row: ShareRow },
): Promise<ShareRow> {
  if (row.kid === kms.activeKid()) return row
  const plaintext = await openShareRow(kms, { place, row })
  try {
    return await sealShareRow(kms, { place, plaintext })
  } finally {
    plaintext.fill(0)
  }
}
