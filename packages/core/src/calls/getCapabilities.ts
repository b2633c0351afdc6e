import type { ChainId, Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import type { WalletCapabilities } from './calls.ts'
import { loadCalls } from './loadCalls.ts'

/**
 * Asks the connected wallet what it can do with calls, on each network of the site.
 *
 * @returns By network; empty if the wallet does not say, as wallets without batches: `sendCalls` then sends one by one.
 * @throws FoyerError `not-connected`, `method-not-supported` (a namespace without batches)
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 */
export async function getCapabilities(
  foyer: Foyer,
  {
    namespace,
  }: {
    /** @default the active one */
    namespace?: Namespace | undefined
  } = {},
): Promise<Readonly<Record<ChainId, WalletCapabilities>>> {
  const { adapter, calls, connection } = await loadCalls(foyer, namespace)
  const { address, provider } = connection
  const chainIds = foyer.store
    .get()
    .networks.filter(({ chainNamespace }) => chainNamespace === adapter.namespace)
    .map(({ caipNetworkId }) => caipNetworkId)
  return (await calls.getCapabilities({ address, chainIds, provider })) ?? {}
}
