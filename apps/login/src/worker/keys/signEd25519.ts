import { ed25519 } from '@noble/curves/ed25519.js'
import type { Arena } from './arena.ts'

/** PKCS #8 of an ed25519 seed, up to the seed. @source RFC 8410 section 10.3 */
const pkcs8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

async function importSeed(arena: Arena, seed: Uint8Array): Promise<CryptoKey | undefined> {
  const encoded = arena.take(pkcs8.length + 32)
  encoded.set(pkcs8)
  encoded.set(seed, pkcs8.length)
  try {
    return await crypto.subtle.importKey('pkcs8', encoded, 'Ed25519', false, ['sign'])
  } catch {
    // A browser without Ed25519 says NotSupportedError or SyntaxError; noble answers instead.
    return undefined
  } finally {
    encoded.fill(0)
  }
}

/** 64 bytes. WebCrypto where it knows the curve, since noble computes with BigInts, which stay in memory. */
export async function signEd25519(
  arena: Arena,
  { message, seed }: { message: Uint8Array<ArrayBuffer>; seed: Uint8Array },
): Promise<Uint8Array> {
  const key = await importSeed(arena, seed)
  if (!key) return ed25519.sign(message, seed)
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
}

/**
 * The 32-byte public key. WebCrypto gives none without exporting the private half as text, so noble computes it: at
 * creation, recovery and export, never for a signature.
 */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(seed)
}
