import * as v from 'valibot'
import { FoyerError } from '../errors.ts'
import { type ShareAad, shareAad } from './aad.ts'
import { importAesKey, openAes, sealAes } from './aesGcm.ts'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import type { Kms } from './kms.ts'

type Bytes = Uint8Array<ArrayBuffer>

const base64Url = (maxLength: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(maxLength))

/** A share as a store keeps it: under a data key of its own, which is under the store's key. */
export const shareRow = v.strictObject({
  v: v.literal(1),
  alg: v.literal('A256GCM'),
  kid: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
  /** The data key, as the {@link Kms} wrapped it. */
  edk: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  /** base64url of IV and ciphertext. */
  ct: base64Url(8192),
})
export type ShareRow = v.InferOutput<typeof shareRow>

/** A share's place in a store's table: what the row's additional data is made of, `kid` apart. */
export type SharePlace =
  | Omit<Extract<ShareAad, { role: 'auth' }>, 'kid'>
  | Omit<Extract<ShareAad, { role: 'rec' }>, 'kid'>

const aadOf = (place: SharePlace, kid: string) => shareAad({ ...place, kid } as ShareAad)

/** Seals bytes for their place in a store's table. @throws {@link FoyerError} `input-invalid`, and what `kms` throws */
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
 * Opens a row at the place it is said to stand in.
 *
 * @throws {@link FoyerError} `share-unreadable` when row, place or key are not the ones it was sealed with
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
 * The same share under the active key, no client needed; the row itself when it is there already. The data key is
 * replaced too, since a row's additional data names the key.
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
