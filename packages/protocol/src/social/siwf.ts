import type { SignInMessage } from '../signIn/signInMessage.ts'

/** The provider's name, in accounts and in the list of logins. It is no OpenID provider: the user signs a text. */
export const farcasterName = 'farcaster'

/** Time from the QR code to the signature, ms: a code that somebody else shows is dangerous for that long. @source security 2.11 */
export const farcasterLifeMs = 300_000
/** Maximum age of a signed text, ms. @source security 2.11 */
export const siwfMaxAgeMs = 600_000

/** Every Sign In With Farcaster names this network, on which the registries are. @source FIP-11 */
export const siwfChainId = 'eip155:10'
/** @source FIP-11 */
export const siwfStatement = 'Farcaster Auth'

const resource = /^farcaster:\/\/fid\/([1-9]\d{0,15})$/

/** Returns the Farcaster id that a message claims; undefined unless it claims exactly one, and nothing else. */
export function readFid({ resources = [] }: Pick<SignInMessage, 'resources'>): string | undefined {
  const [only = '', ...rest] = resources
  return rest.length === 0 ? resource.exec(only)?.[1] : undefined
}

/**
 * The `nonce` of a Farcaster login. Like that of a social login it contains a secret of each server, so that neither accepts a
 * text that was signed for another device or another login.
 *
 * @param txn - the login server's transaction, 256 random bits
 * @param challenge - the vault's challenge for this device
 * @returns 64 hex digits: ERC-4361 allows letters and digits only
 * @source security 2.11
 */
export async function siwfNonce({
  challenge,
  jkt,
  txn,
}: {
  jkt: string
  txn: string
  challenge: string
}): Promise<string> {
  const text = ['foyer1:siwf', jkt, txn, challenge].join('\u001f')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
