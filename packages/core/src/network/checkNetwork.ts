import { FoyerError, isChainId, namespaceOf } from '@foyer/protocol'
import type { Network } from './network.ts'

/**
 * Validates a network from a site.
 *
 * @throws FoyerError `options-invalid`; `details` names the field and the fix
 */
export function checkNetwork(network: Network): void {
  const { caipNetworkId, chainNamespace, name, nativeCurrency, rpcUrls } =
    network ?? ({} as Partial<Network>)
  const reject = (wrong: string) => {
    throw new FoyerError('options-invalid', { details: `The network ${name} ${wrong}` })
  }
  if (!isChainId(caipNetworkId)) reject('has no CAIP-2 id as its caipNetworkId.')
  if (namespaceOf(caipNetworkId) !== chainNamespace)
    reject(`is of another chainNamespace than its caipNetworkId ${caipNetworkId}.`)
  if (!Array.isArray(rpcUrls?.default?.http)) reject('needs a list rpcUrls.default.http.')
  if (!nativeCurrency?.symbol) reject('needs a nativeCurrency.')
}
