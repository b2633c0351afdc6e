import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** The script of the address, which a signature must satisfy. */
export type Challenge = { readonly script: Uint8Array }

const hash256 = (...parts: Uint8Array[]) => sha256(sha256(concatBytes(...parts)))
const u32 = (value: number) => Uint8Array.of(value, value >> 8, value >> 16, value >> 24)
const zero4 = u32(0)
const zero8 = new Uint8Array(8)
/** The only output of the virtual `to_sign`: nothing, to OP_RETURN. */
const output = concatBytes(zero8, Uint8Array.of(1, 0x6a))
const sized = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes)

/** The id of the virtual `to_spend`, in wire order: it pays nothing to the address, and names the text. */
export function toSpendId(script: Uint8Array, text: Uint8Array): Uint8Array {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', text)
  const scriptSig = concatBytes(Uint8Array.of(0, 32), hash)
  return hash256(
    zero4,
    Uint8Array.of(1),
    new Uint8Array(32),
    u32(0xff_ff_ff_ff),
    sized(scriptSig),
    zero4,
    Uint8Array.of(1),
    zero8,
    sized(script),
    zero4,
  )
}

/** Returns the digest that a key signs for `to_sign`, with SIGHASH_ALL. @source https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki */
export function p2wpkhDigest({
  keyHash,
  script,
  text,
}: Challenge & { keyHash: Uint8Array; text: Uint8Array }): Uint8Array {
  const outpoint = concatBytes(toSpendId(script, text), zero4)
  const code = concatBytes(Uint8Array.of(0x76, 0xa9, 20), keyHash, Uint8Array.of(0x88, 0xac))
  return hash256(
    zero4,
    hash256(outpoint),
    hash256(zero4),
    outpoint,
    sized(code),
    zero8,
    zero4,
    hash256(output),
    zero4,
    u32(1),
  )
}

/** The same for a key of Taproot. @source https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki */
export function p2trDigest({
  script,
  sighash,
  text,
}: Challenge & { sighash: number; text: Uint8Array }): Uint8Array {
  const outpoint = concatBytes(toSpendId(script, text), zero4)
  return schnorr.utils.taggedHash(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0, sighash),
      zero4,
      zero4,
      sha256(outpoint),
      sha256(zero8),
      sha256(sized(script)),
      sha256(zero4),
      sha256(output),
      // Spends by the key, without an annex; the first input.
      Uint8Array.of(0),
      zero4,
    ),
  )
}
