import type { Primitives } from './primitives.ts'
import { webPrimitives } from './webPrimitives.ts'

/**
 * The browser's own cryptography where it knows both curves, else noble's, which loads only then.
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
