import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import type { Arena } from './arena.ts'

/** Computes HMAC-SHA512 (64 bytes) into the arena. */
export function hmacSha512(arena: Arena, key: Uint8Array, message: Uint8Array) {
  const out = arena.take(64)
  hmac.create(sha512, key).update(message).digestInto(out)
  return out
}
