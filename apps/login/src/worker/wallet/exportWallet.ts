import { entropySeed } from '../keys/addressesOf.ts'
import { deriveEd25519, solanaPath } from '../keys/deriveEd25519.ts'
import { deriveSecp256k1, evmPath } from '../keys/deriveSecp256k1.ts'
import { mnemonicBytes } from '../keys/mnemonicBytes.ts'
import { ed25519PublicKey } from '../keys/signEd25519.ts'
import { openWallet, readOwnWallet } from './openWallet.ts'
import type { WalletContext } from './walletContext.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An exported wallet. Its bytes are transferred to the page; the worker keeps no copy. */
export type ExportedWallet = {
  /** The BIP-39 sentence in ASCII. */
  mnemonic: Bytes
  /** Private key of the EVM account, 32 bytes. */
  evm: Bytes
  /** Private and public key of the Solana account, 64 bytes. */
  sol: Bytes
}

/** Assembles the recovery phrase and the private keys. @throws {@link FoyerError} `action-not-allowed` without a step-up at A */
export async function exportWallet(context: WalletContext): Promise<ExportedWallet> {
  const own = await readOwnWallet(context)
  return openWallet(context, { own, purpose: 'export' }, async (arena, entropy) => {
    const mnemonic = Uint8Array.from(mnemonicBytes(arena, entropy))
    const seed = entropySeed(arena, entropy)
    const evm = Uint8Array.from(deriveSecp256k1(arena, { seed, path: evmPath }))
    const secret = deriveEd25519(arena, { seed, path: solanaPath })
    const sol = new Uint8Array(64)
    sol.set(secret)
    sol.set(ed25519PublicKey(secret), 32)
    return { mnemonic, evm, sol }
  })
}
