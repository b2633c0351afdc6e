import { type Hmac, randomHex } from './hmac.ts'

/** Remembers the nonces that were used. With several processes, share it: `SET key 1 NX PXAT …` in Redis. */
export type NonceStore = {
  /**
   * Marks a nonce as used; atomic, so that two calls at once are never both the first.
   *
   * @param expiresAt - It may be forgotten from then on; ms since 1970.
   * @returns True for the first call only.
   */
  use(nonce: string, expiresAt: number): Promise<boolean>
}

/** Keeps used nonces in the memory of this process: only sign-ins with a valid signature add one. */
export function memoryNonces(): NonceStore {
  const used = new Map<string, number>()
  return {
    async use(nonce, expiresAt) {
      if (used.has(nonce)) return false
      const now = Date.now()
      // Oldest first.
      for (const [old, endsAt] of used) {
        if (endsAt > now) break
        used.delete(old)
      }
      used.set(nonce, expiresAt)
      return true
    },
  }
}

/** Length of the signature in a nonce, characters of hex: 128 bits. */
const macLength = 32

/**
 * Makes a nonce that only this browser can use, until `expiresAt`. Nothing is stored for it, so that requests for nonces
 * can not fill a store.
 */
export async function makeNonce(
  hmac: Hmac,
  { browser, expiresAt }: { browser: string; expiresAt: number },
): Promise<string> {
  const head = `${randomHex(12)}${expiresAt.toString(16).padStart(12, '0')}`
  return head + (await macOf(hmac, head, browser))
}

/** @returns The time at which the nonce expires; undefined if it was not made here for this browser. */
export async function readNonce(
  hmac: Hmac,
  { browser, nonce }: { browser: string; nonce: string },
): Promise<number | undefined> {
  const head = nonce.slice(0, 36)
  if (!/^[0-9a-f]{68}$/.test(nonce)) return undefined
  const [mac, signature] = [nonce.slice(36), await macOf(hmac, head, browser)]
  // Both are the output of a keyed function over secret input: no timing tells more than its own guess.
  return mac === signature ? Number.parseInt(head.slice(24), 16) : undefined
}

async function macOf(hmac: Hmac, head: string, browser: string): Promise<string> {
  const signature = await hmac.sign(`nonce ${head} ${browser}`)
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signature)),
  )
  return Array.from(bytes.subarray(0, macLength / 2), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
