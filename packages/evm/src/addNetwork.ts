import type { Network, Provider } from '@foyer/core'
import { referenceOf } from '@foyer/protocol'
import { ask } from './ask.ts'
import { toQuantity } from './quantity.ts'

/**
 * Asks the wallet to add a network.
 *
 * @throws FoyerError `user-rejected`, `unsupported-method`, `params-invalid` …
 * @source spec 7.41; https://eips.ethereum.org/EIPS/eip-3085
 */
export async function addNetwork({
  network,
  provider,
}: {
  network: Network
  provider: Provider
}): Promise<void> {
  const { blockExplorers, caipNetworkId, name, nativeCurrency, rpcUrls } = network
  await ask(provider, {
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: toQuantity(Number(referenceOf(caipNetworkId))),
        chainName: name,
        nativeCurrency: {
          name: nativeCurrency.name,
          symbol: nativeCurrency.symbol,
          decimals: nativeCurrency.decimals,
        },
        rpcUrls: [...rpcUrls.default.http],
        // Wallets reject an empty list.
        ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
      },
    ],
  })
}
