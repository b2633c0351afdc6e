import type { Provider } from '@foyer/core'
import type { ChainId } from '@foyer/protocol'
import { askWallet, toSignature } from './askWallet.ts'
import { toBase58 } from './bytes.ts'

/**
 * Asks the wallet to sign text, as its UTF-8 bytes.
 *
 * @returns The signature: base58 of 64 bytes.
 * @throws FoyerError `user-rejected`, `unsupported-method` …
 * @source spec 7.43
 */
export async function signMessage({
  address,
  chainId,
  message,
  provider,
}: {
  address: string
  chainId: ChainId
  message: string
  provider: Provider
}): Promise<string> {
  const { signature } = await askWallet(provider, {
    chainId,
    method: 'solana_signMessage',
    params: { message: toBase58(new TextEncoder().encode(message)), pubkey: address },
  })
  return toSignature(signature)
}
