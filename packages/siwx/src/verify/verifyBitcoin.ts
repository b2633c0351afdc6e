import { readOwn } from '@foyer/protocol'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32, bech32m, createBase58check } from '@scure/base'
import { type Challenge, p2trDigest, p2wpkhDigest } from './bip322.ts'
import type { Signed } from './signed.ts'

/** Prefixes of addresses by CAIP-2 reference; any other chain is a test chain. */
const networks: Readonly<Record<string, { segwit: string; script: number }>> = {
  '000000000019d6689c085ae165831e93': { segwit: 'bc', script: 5 },
  '000000000933ea01ad0ee984209779ba': { segwit: 'tb', script: 196 },
}
const testChain = { segwit: 'bcrt', script: 196 }

/**
 * Verifies a simple BIP-322 signature of a P2WPKH, P2SH-P2WPKH or key-path P2TR address.
 *
 * @source https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
export async function verifyBitcoin({ message, signature, text }: Signed): Promise<boolean> {
  const challenge = readAddress(message.address, message.chainId.slice('bip122:'.length))
  const witness = readWitness(base64.decode(signature))
  const bytes = utf8ToBytes(text)
  if (challenge.kind === 'p2tr') return verifyTaproot(challenge, witness, bytes)
  const [der, key] = witness
  if (!der || !key || witness.length !== 2 || key.length !== 33) return false
  // SIGHASH_ALL is the only allowed kind.
  if (der.at(-1) !== 1) return false
  const keyHash = hash160(key)
  const program = concatBytes(Uint8Array.of(0, 20), keyHash)
  const isOwn =
    challenge.kind === 'p2wpkh'
      ? isSame(keyHash, challenge.hash)
      : isSame(hash160(program), challenge.hash)
  const compact = secp256k1.Signature.fromBytes(der.subarray(0, -1), 'der').toBytes('compact')
  const digest = p2wpkhDigest({ keyHash, script: challenge.script, text: bytes })
  return isOwn && secp256k1.verify(compact, digest, key, { prehash: false, lowS: true })
}

type Address = Challenge & {
  readonly kind: 'p2wpkh' | 'p2sh' | 'p2tr'
  /** Hash of the key or script, or the tweaked key. */
  readonly hash: Uint8Array
}

/** @throws Error for a malformed address, one of another network, or one of another kind */
function readAddress(address: string, reference: string): Address {
  const network = readOwn(networks, reference) ?? testChain
  const lower = address.toLowerCase()
  if (!lower.startsWith(`${network.segwit}1`)) {
    const bytes = createBase58check(sha256).decode(address)
    const hash = bytes.subarray(1)
    if (bytes[0] !== network.script || hash.length !== 20) throw new Error('no address')
    const script = concatBytes(Uint8Array.of(0xa9, 20), hash, Uint8Array.of(0x87))
    return { kind: 'p2sh', hash, script }
  }
  const isTaproot = lower.startsWith(`${network.segwit}1p`)
  const coder = isTaproot ? bech32m : bech32
  const { words } = coder.decode(lower as `${string}1${string}`)
  const hash = coder.fromWords(words.slice(1))
  const length = isTaproot ? 32 : 20
  if (words[0] !== (isTaproot ? 1 : 0) || hash.length !== length) throw new Error('no address')
  const script = concatBytes(Uint8Array.of(isTaproot ? 0x51 : 0, length), hash)
  return { kind: isTaproot ? 'p2tr' : 'p2wpkh', hash, script }
}

function verifyTaproot({ hash, script }: Address, witness: Uint8Array[], text: Uint8Array) {
  const [given] = witness
  if (!given || witness.length !== 1) return false
  // 64 bytes are SIGHASH_DEFAULT, which signs the same as SIGHASH_ALL.
  const sighash = given.length === 64 ? 0 : given[64]
  if (given.length > 65 || (sighash !== 0 && sighash !== 1)) return false
  if (given.length === 65 && sighash === 0) return false
  return schnorr.verify(given.subarray(0, 64), p2trDigest({ script, sighash, text }), hash)
}

/** Reads a stack of at most 2 short items. @throws Error for anything else */
function readWitness(bytes: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = []
  let at = 1
  for (let left = bytes[0] ?? 0; left > 0 && left <= 2; left--) {
    const length = bytes[at] ?? 0
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  if (at !== bytes.length || items.length !== bytes[0]) throw new Error('no signature')
  return items
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
