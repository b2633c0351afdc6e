import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import type { Arena } from './arena.ts'

const iterations = 2048

/**
 * Derives the 64-byte seed of a mnemonic with an empty passphrase: PBKDF2-HMAC-SHA512, computed inside the arena.
 *
 * Not by WebCrypto, whose PBKDF2 would keep a copy of the sentence that can not be wiped.
 * @source BIP-39 "From mnemonic to seed"; RFC 8018 section 5.2
 */
export function mnemonicSeed(arena: Arena, mnemonic: Uint8Array): Uint8Array<ArrayBuffer> {
  const seed = arena.take(64)
  const block = arena.take(64)
  const keyed = hmac.create(sha512, mnemonic)
  const working = keyed.clone()
  const first = keyed.clone()
  // The salt "mnemonic" and the block number 1: 64 bytes need one block.
  first.update(Uint8Array.from([0x6d, 0x6e, 0x65, 0x6d, 0x6f, 0x6e, 0x69, 0x63, 0, 0, 0, 1]))
  first.digestInto(block)
  seed.set(block)
  for (let round = 1; round < iterations; round++) {
    keyed._cloneInto(working)
    working.update(block)
    working.digestInto(block)
    for (let index = 0; index < 64; index++) seed[index]! ^= block[index]!
  }
  keyed.destroy()
  return seed
}
