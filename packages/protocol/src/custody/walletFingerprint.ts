/** The inputs of a wallet's fingerprint. */
export const fingerprintMessage = (walletId: string) =>
  new TextEncoder().encode(`foyer1:fp:${walletId}`)

/**
 * Computes 16 bytes that only this entropy gives for this wallet, because Shamir's shares do not reveal a wrong combination:
 * the first half of HMAC-SHA256 under the entropy.
 */
export async function walletFingerprint({
  entropy,
  walletId,
}: {
  /** 16 or 32 bytes. */
  entropy: Uint8Array<ArrayBuffer>
  /** UUID, lower case. */
  walletId: string
}): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', entropy, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return new Uint8Array(await subtle.sign('HMAC', key, fingerprintMessage(walletId))).slice(0, 16)
}

/** Compares two byte strings in constant time. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}
