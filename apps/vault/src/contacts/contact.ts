import { encodeBase64Url, type Kms } from '@foyer/protocol/custody'

const aad = (owner: string) => new TextEncoder().encode(`foyer1\u001fcontact\u001f${owner}`)

/** Encrypts a short text under KEK-B, bound to its owner. */
export async function sealText(
  kms: Kms,
  { owner, text }: { owner: string; text: string },
): Promise<{ kid: string; blob: string }> {
  return kms.wrap(new TextEncoder().encode(text), aad(owner))
}

/** Decrypts such a text. @throws FoyerError `share-unreadable` for a modified text, another owner or another key */
export async function openText(
  kms: Kms,
  { owner, kid, blob }: { owner: string; kid: string; blob: string },
): Promise<string> {
  return new TextDecoder().decode(await kms.unwrap(kid, blob, aad(owner)))
}

/** Re-encrypts the text under the active key. @throws FoyerError `share-unreadable` as {@link openText} */
export const resealText = async (
  kms: Kms,
  { owner, ...row }: { owner: string; kid: string; blob: string },
): Promise<{ kid: string; blob: string }> =>
  sealText(kms, { owner, text: await openText(kms, { owner, ...row }) })

/** Owner of a recovery key's record, which is additionally bound to its wallet. */
export const recordOwner = (walletId: string, changeId: string) => `${walletId}/${changeId}`

/** Random bytes as base64url. */
export const randomText = (bytes: number) =>
  encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))
