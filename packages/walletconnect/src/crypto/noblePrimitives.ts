import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concat } from './bytes.ts'
import type { Primitives } from './primitives.ts'

// Some of noble's results have a wider buffer type.
const own = (bytes: Uint8Array): Bytes => concat(bytes)

/** The same with noble, for browsers and pages (not https) without support. */
export const noblePrimitives: Primitives = {
  sha256: async (bytes) => own(sha256(bytes)),
  hkdf: async (secret) => own(hkdf(sha256, secret, undefined, undefined, 32)),
  x25519: {
    publicKeyOf: async (key) => own(x25519.getPublicKey(key)),
    agree: async (key, peer) => own(x25519.getSharedSecret(key, peer)),
  },
  ed25519: {
    publicKeyOf: async (seed) => own(ed25519.getPublicKey(seed)),
    sign: async (seed, message) => own(ed25519.sign(message, seed)),
  },
}
