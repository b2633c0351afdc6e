import { encodeBase58 } from '@foyer/decode/internal'
import { publicKeyAddress } from '../evm/publicKeyAddress.ts'
import type { Arena } from './arena.ts'
import { deriveEd25519, solanaPath } from './deriveEd25519.ts'
import { deriveSecp256k1, evmPath } from './deriveSecp256k1.ts'
import { mnemonicBytes } from './mnemonicBytes.ts'
import { mnemonicSeed } from './mnemonicSeed.ts'
import { ed25519PublicKey } from './signEd25519.ts'
import { secp256k1PublicKey } from './signSecp256k1.ts'

/** Addresses of a wallet. */
export type Addresses = {
  /** EIP-55. */
  evm: string
  /** base58. */
  sol: string
}

/** Derives the 64-byte BIP-39 seed of a wallet's entropy, in the arena. */
export function entropySeed(arena: Arena, entropy: Uint8Array): Uint8Array<ArrayBuffer> {
  return mnemonicSeed(arena, mnemonicBytes(arena, entropy))
}

/** Derives the wallet's first EVM and Solana address from its seed. */
export function addressesOf(arena: Arena, seed: Uint8Array): Addresses {
  return {
    evm: publicKeyAddress(secp256k1PublicKey(deriveSecp256k1(arena, { seed, path: evmPath }))),
    sol: encodeBase58(ed25519PublicKey(deriveEd25519(arena, { seed, path: solanaPath }))),
  }
}
