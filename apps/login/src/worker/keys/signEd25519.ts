import { ed25519 } from '@noble/curves/ed25519.js'
import type { Arena } from './arena.ts'

/** PKCS #8 prefix that precedes the 32 bytes of an ed25519 seed. @source RFC 8410 section 10.3 */
const pkcs8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

async function importSeed(arena: Arena, seed: Uint8Array): Promise<CryptoKey | undefined> {
  const encoded = arena.take(pkcs8.length + 32)
  encoded.set(pkcs8)
  encoded.set(seed, pkcs8.length)
  try {
    return await crypto.subtle.importKey('pkcs8', encoded, 'Ed25519', false, ['sign'])
  } catch {
    // NotSupportedError or SyntaxError: a browser without Ed25519; the caller falls back to noble.
    return undefined
  } finally {
    encoded.fill(0)
  }
}

/**
 * Signs a message. Prefers WebCrypto, since noble computes with BigInts, which can not be wiped.
 * @returns The signature, 64 bytes.
 */
export async function signEd25519(
  arena: Arena,
  { message, seed }: { message: Uint8Array<ArrayBuffer>; seed: Uint8Array },
): Promise<Uint8Array> {
  const key = await importSeed(arena, seed)
  if (!key) return ed25519.sign(message, seed)
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
}

/**
 * Derives the 32-byte public key. Uses noble, since WebCrypto can only return it by exporting the private key as text.
 * Called at creation, recovery and export, never for a signature.
 */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(seed)
}
