import { encodeBase58 } from '@foyer/decode/internal'
import { publicKeyAddress } from '../evm/publicKeyAddress.ts'
import { type Addresses, addressesOf, entropySeed } from './addressesOf.ts'
import type { Arena } from './arena.ts'
import { deriveEd25519, solanaPath } from './deriveEd25519.ts'
import { deriveSecp256k1, evmPath } from './deriveSecp256k1.ts'
import { hmacSha512 } from './hmacSha512.ts'
import { ed25519PublicKey } from './signEd25519.ts'
import { secp256k1PublicKey } from './signSecp256k1.ts'

/** First byte of a wallet's secret that is an imported Ethereum key (33 bytes); any other secret is BIP-39 entropy. */
export const importedKeyMark = 1

const solanaLabel = new TextEncoder().encode('foyer1:imported:solana')

export const isImportedKey = (secret: Uint8Array) =>
  secret.length === 33 && secret[0] === importedKeyMark

/** The private keys of a wallet, derived in the arena when they are asked for. */
type WalletKeys = {
  /** secp256k1, 32 bytes. */
  evm(): Uint8Array<ArrayBuffer>
  /** ed25519 seed, 32 bytes. */
  sol(): Uint8Array<ArrayBuffer>
}

/**
 * Returns the keys of a wallet's secret: BIP-39 entropy, or an imported Ethereum key, whose Solana key is derived from it by
 * HMAC-SHA512.
 */
export function walletKeys(arena: Arena, secret: Uint8Array<ArrayBuffer>): WalletKeys {
  if (isImportedKey(secret)) {
    const key = secret.subarray(1)
    return { evm: () => key, sol: () => hmacSha512(arena, solanaLabel, key).subarray(0, 32) }
  }
  const seed = entropySeed(arena, secret)
  return {
    evm: () => deriveSecp256k1(arena, { seed, path: evmPath }),
    sol: () => deriveEd25519(arena, { seed, path: solanaPath }),
  }
}

/** Derives the addresses of a wallet's secret. */
export function secretAddresses(arena: Arena, secret: Uint8Array<ArrayBuffer>): Addresses {
  if (!isImportedKey(secret)) return addressesOf(arena, entropySeed(arena, secret))
  const { evm, sol } = walletKeys(arena, secret)
  return {
    evm: publicKeyAddress(secp256k1PublicKey(evm())),
    sol: encodeBase58(ed25519PublicKey(sol())),
  }
}
