import { FoyerError } from '@foyer/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { isPrivate } from 'tiny-secp256k1'
import type { Arena } from '../keys/arena.ts'
import { importedKeyMark } from '../keys/walletKeys.ts'

type Bytes = Uint8Array<ArrayBuffer>

const wordCounts: readonly number[] = [12, 15, 18, 21, 24]
const space = 0x20

const invalid = (details: string) => new FoyerError('input-invalid', { details })

/** Splits typed ASCII into words, in lower case. Any other character than a letter or digit separates. */
function splitTyped(typed: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = []
  let start = -1
  for (let at = 0; at <= typed.length; at++) {
    const code = typed[at] ?? space
    const isUpper = code >= 0x41 && code <= 0x5a
    if (isUpper) typed[at] = code + 0x20
    const isPart = isUpper || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
    if (isPart && start < 0) start = at
    if (isPart || start < 0) continue
    words.push(typed.subarray(start, at))
    start = -1
  }
  return words
}

/** Finds a word in the sorted list without making a string of it, which could not be wiped. */
function indexOfWord(word: Uint8Array): number {
  let [low, high] = [0, wordlist.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compare(word, wordlist[middle]!)
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
}

function compare(word: Uint8Array, listed: string): number {
  for (let at = 0; at < Math.max(word.length, listed.length); at++) {
    const difference = (word[at] ?? 0) - (at < listed.length ? listed.charCodeAt(at) : 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Decodes a BIP-39 sentence to its entropy, in the arena. @source BIP-39 "Generating the mnemonic" */
function readPhrase(arena: Arena, words: readonly Uint8Array[]): Bytes {
  const entropyBits = (words.length * 32) / 3
  const entropy = arena.take(entropyBits / 8)
  let check = 0
  for (const [place, word] of words.entries()) {
    const index = indexOfWord(word)
    if (index < 0) throw invalid(`Word ${place + 1} is not in the list of BIP-39.`)
    for (let bit = 0; bit < 11; bit++) {
      const at = place * 11 + bit
      const value = (index >> (10 - bit)) & 1
      if (at < entropyBits) entropy[at >> 3]! |= value << (7 - (at & 7))
      else check = (check << 1) | value
    }
  }
  const hash = sha256.create().update(entropy)
  const digest = arena.take(32)
  hash.digestInto(digest)
  hash.destroy()
  if (digest[0]! >> (8 - words.length / 3) !== check)
    throw invalid('The words are not in this order, or one is another word.')
  return entropy
}

/** Decodes an Ethereum private key (64 hex digits, with or without 0x), marked as one, in the arena. */
function readPrivateKey(arena: Arena, typed: Uint8Array): Bytes {
  const digits = typed[0] === 0x30 && typed[1] === 0x78 ? typed.subarray(2) : typed
  const secret = arena.take(33)
  secret[0] = importedKeyMark
  if (digits.length !== 64) throw invalid('A private key has 64 digits.')
  for (let at = 0; at < 64; at++) {
    const code = digits[at]!
    const value = code <= 0x39 ? code - 0x30 : code - 0x57
    if (value < 0 || value > 15) throw invalid('A private key has the digits 0 to 9 and a to f.')
    secret[1 + (at >> 1)]! |= value << (at % 2 === 0 ? 4 : 0)
  }
  if (!isPrivate(secret.subarray(1))) throw invalid('This is not a key of Ethereum’s curve.')
  return secret
}

/**
 * Reads a typed recovery phrase (12, 15, 18, 21 or 24 English words) or an Ethereum private key into the arena.
 *
 * @param typed - ASCII; changed to lower case in place.
 * @throws {@link FoyerError} `input-invalid`
 */
export function readSecret(arena: Arena, typed: Uint8Array): Bytes {
  const words = splitTyped(typed)
  if (words.length === 1) return readPrivateKey(arena, words[0]!)
  if (wordCounts.includes(words.length)) return readPhrase(arena, words)
  throw invalid('A phrase has 12, 15, 18, 21 or 24 words.')
}
