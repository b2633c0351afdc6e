import { mnemonicBytes } from '../keys/mnemonicBytes.ts'
import { ed25519PublicKey } from '../keys/signEd25519.ts'
import { isImportedKey, walletKeys } from '../keys/walletKeys.ts'
import { openOwnWallet } from './openOwnWallet.ts'
import type { Factor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An exported wallet. Its bytes are transferred to the page; the worker keeps no copy. */
export type ExportedWallet = {
  /** The BIP-39 sentence in ASCII; empty for a wallet of an imported private key. */
  mnemonic: Bytes
  /** Private key of the EVM account, 32 bytes. */
  evm: Bytes
  /** Private and public key of the Solana account, 64 bytes. */
  sol: Bytes
}

/** Assembles the recovery phrase and the private keys. @throws {@link FoyerError} `action-not-allowed` without a step-up at A */
export async function exportWallet(
  context: WalletContext,
  { factor }: { factor?: Factor | undefined } = {},
): Promise<ExportedWallet> {
  return openOwnWallet(context, { purpose: 'export', factor }, async (arena, secret) => {
    const mnemonic = isImportedKey(secret)
      ? new Uint8Array(0)
      : Uint8Array.from(mnemonicBytes(arena, secret))
    const keys = walletKeys(arena, secret)
    const evm = Uint8Array.from(keys.evm())
    const seed = keys.sol()
    const sol = new Uint8Array(64)
    sol.set(seed)
    sol.set(ed25519PublicKey(seed), 32)
    return { mnemonic, evm, sol }
  })
}
