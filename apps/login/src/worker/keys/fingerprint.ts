import { equalBytes, fingerprintMessage } from '@foyer/protocol/custody'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Arena } from './arena.ts'

/** Computes the same value as protocol's `walletFingerprint`, inside the arena. */
export function fingerprint(arena: Arena, entropy: Uint8Array, walletId: string) {
  const out = arena.take(32)
  hmac.create(sha256, entropy).update(fingerprintMessage(walletId)).digestInto(out)
  return Uint8Array.from(out.subarray(0, 16))
}

/** Returns whether a fingerprint belongs to this entropy. */
export function isEntropyOf(
  arena: Arena,
  { entropy, walletId, fp }: { entropy: Uint8Array; walletId: string; fp: Uint8Array },
): boolean {
  return equalBytes(fingerprint(arena, entropy, walletId), fp)
}
