import { encodeBase64Url, type Kms } from '@foyer/protocol/custody'

const aad = (owner: string) => new TextEncoder().encode(`foyer1\u001faddress\u001f${owner}`)

/** An address as a row stores it: encrypted under KEK-A, bound to its owner. */
export type SealedEmail = { emailKid: string; emailBlob: string }

/** Encrypts a short text under KEK-A. */
export async function sealEmail(kms: Kms, owner: string, email: string): Promise<SealedEmail> {
  const { kid, blob } = await kms.wrap(new TextEncoder().encode(email), aad(owner))
  return { emailKid: kid, emailBlob: blob }
}

/** @throws FoyerError `share-unreadable` when the row, its owner or the key are others */
export async function openEmail(
  kms: Kms,
  owner: string,
  { emailBlob, emailKid }: SealedEmail,
): Promise<string> {
  return new TextDecoder().decode(await kms.unwrap(emailKid, emailBlob, aad(owner)))
}

/** Random bytes as base64url. */
export const randomText = (bytes: number) =>
  encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))
