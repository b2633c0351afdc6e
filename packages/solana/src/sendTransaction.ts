import type { Network, Provider, Rpc, Transaction } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { askWallet, toSignature } from './askWallet.ts'
import { toBase64 } from './bytes.ts'
import { signTransaction } from './signTransactions.ts'
import { parseSolanaTransaction } from './solanaTransaction.ts'
import { submit } from './submit.ts'

/**
 * Asks the wallet to sign and send a transaction. If a wallet only signs, it is sent through `rpc`.
 *
 * @returns The transaction id: base58 of 64 bytes.
 * @throws FoyerError `params-invalid`, `user-rejected`, `unsupported-method`, `transaction-rejected` …
 * @source spec 5.5
 */
export async function sendTransaction({
  address,
  network,
  provider,
  rpc,
  transaction,
}: {
  address: string
  network: Network
  provider: Provider
  /** Required for a wallet that cannot send itself. */
  rpc?: Rpc | undefined
  transaction: Transaction
}): Promise<string> {
  const parsed = parseSolanaTransaction(transaction, { address })
  const chainId = network.caipNetworkId
  try {
    const { signature } = await askWallet(provider, {
      chainId,
      method: 'solana_signAndSendTransaction',
      params: {
        transaction: toBase64(parsed.transaction.bytes),
        pubkey: address,
        ...(parsed.options && { sendOptions: parsed.options }),
      },
    })
    return toSignature(signature)
  } catch (error) {
    const isUnable = error instanceof FoyerError && error.code === 'unsupported-method'
    if (!isUnable || !rpc) throw error
    const signed = await signTransaction(parsed.transaction, { address, chainId, provider })
    return submit({ rpc, signed, options: parsed.options })
  }
}
