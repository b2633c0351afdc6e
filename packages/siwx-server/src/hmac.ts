const encoder = new TextEncoder()

/** Signs texts with the first secret, and accepts those of the others, so that secrets can be replaced. */
export type Hmac = {
  /** @returns Base64url. */
  sign(text: string): Promise<string>
  verify(text: string, signature: string): Promise<boolean>
}

/** @throws TypeError for a short secret */
export function createHmac(secrets: readonly string[]): Hmac {
  if (secrets.length === 0 || secrets.some((secret) => secret.length < 32))
    throw new TypeError(
      'secret must have at least 32 characters: make one with "openssl rand -hex 32".',
    )
  const keys = secrets.map((secret) =>
    crypto.subtle.importKey(
      'raw',
      encoder.encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    ),
  )
  return {
    async sign(text) {
      const key = (await keys[0]) as CryptoKey
      return toBase64Url(
        new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))),
      )
    },
    async verify(text, signature) {
      const bytes = fromBase64Url(signature)
      if (!bytes) return false
      // Compares in constant time.
      for (const key of keys)
        if (await crypto.subtle.verify('HMAC', await key, bytes, encoder.encode(text))) return true
      return false
    },
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** @returns undefined for another text */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** @returns Lower-case hex digits of random bytes. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
