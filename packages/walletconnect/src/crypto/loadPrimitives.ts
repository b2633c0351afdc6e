import type { Primitives } from './primitives.ts'
import { webPrimitives } from './webPrimitives.ts'

/**
 * Uses the browser's cryptography if it supports both curves, else loads noble's.
 *
 * @param subtle - Missing on pages that are not secure.
 */
export async function loadPrimitives(subtle: SubtleCrypto | undefined): Promise<Primitives> {
  if (subtle) {
    const web = webPrimitives(subtle)
    const key = new Uint8Array(32).fill(1)
    try {
      const [publicKey] = await Promise.all([
        web.x25519.publicKeyOf(key),
        web.ed25519.sign(key, key),
      ])
      await web.x25519.agree(key, publicKey)
      return web
    } catch {
      // An older browser: it lacks X25519, Ed25519, or their key formats.
    }
  }
  return (await import('./noblePrimitives.ts')).noblePrimitives
}
