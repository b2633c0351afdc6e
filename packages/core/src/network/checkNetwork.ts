import { FoyerError, isChainId, namespaceOf } from '@foyer/protocol'
import type { Network } from './network.ts'

/**
 * Validates a network from a site.
 *
 * @throws FoyerError `options-invalid`; `details` says how to fix it
 */
export function checkNetwork(network: Network): void {
  const { caipNetworkId, chainNamespace, name, nativeCurrency, rpcUrls } =
    network ?? ({} as Partial<Network>)
  const say = (wrong: string) => {
    throw new FoyerError('options-invalid', { details: `The network ${name} ${wrong}` })
  }
  if (!isChainId(caipNetworkId)) say('has no CAIP-2 id as its caipNetworkId.')
  if (namespaceOf(caipNetworkId) !== chainNamespace)
    say(`is of another chainNamespace than its caipNetworkId ${caipNetworkId}.`)
  if (!Array.isArray(rpcUrls?.default?.http)) say('needs a list rpcUrls.default.http.')
  if (!nativeCurrency?.symbol) say('needs a nativeCurrency.')
}
