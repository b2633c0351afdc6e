import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Arena } from './arena.ts'

/**
 * Encodes entropy as its BIP-39 sentence: ASCII bytes in the arena, never a string, which could not be wiped.
 *
 * @source BIP-39 "Generating the mnemonic"
 */
export function mnemonicBytes(arena: Arena, entropy: Uint8Array): Uint8Array<ArrayBuffer> {
  const checksum = arena.take(32)
  const hash = sha256.create().update(entropy)
  hash.digestInto(checksum)
  // Wipe the hash's internal block, which contains the entropy.
  hash.destroy()
  const count = (entropy.length * 8 + entropy.length / 4) / 11
  const bitAt = (index: number) => {
    const inside = index < entropy.length * 8
    const byte = inside ? entropy[index >> 3] : checksum[(index >> 3) - entropy.length]
    return ((byte ?? 0) >> (7 - (index & 7))) & 1
  }
  const longest = 9 * count
  const room = arena.take(longest)
  let length = 0
  for (let word = 0; word < count; word++) {
    let index = 0
    for (let bit = 0; bit < 11; bit++) index = (index << 1) | bitAt(word * 11 + bit)
    if (word > 0) room[length++] = 0x20
    const letters = wordlist[index] ?? ''
    for (let letter = 0; letter < letters.length; letter++)
      room[length++] = letters.charCodeAt(letter)
  }
  return room.subarray(0, length)
}
