import { encodeBase64Url } from '../custody/base64url.ts'

/**
 * The `nonce` of a social login. It contains a secret of each server: the login server recognizes its own transaction in it,
 * the vault its own challenge, and neither accepts a token that was issued for another device or another login.
 *
 * @param txn - the login server's transaction, 256 random bits
 * @param challenge - the vault's challenge for this device
 * @returns base64url of a SHA-256
 * @source security 2.5
 */
export async function socialNonce({
  challenge,
  jkt,
  txn,
}: {
  jkt: string
  txn: string
  challenge: string
}): Promise<string> {
  const text = ['foyer1:oidc', jkt, txn, challenge].join('\u001f')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeBase64Url(new Uint8Array(hash))
}
