import type { Network } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'

/**
 * Creates a network from an EVM chain's data; accepts a viem chain.
 *
 * @throws FoyerError `options-invalid`
 * @example
 * ```ts
 * const devnet = defineNetwork({
 *   id: 31337,
 *   name: 'Devnet',
 *   nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
 *   rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
 * })
 * ```
 * @source spec 3.10
 */
export function defineNetwork<const chain extends defineNetwork.Chain>(
  chain: chain,
): chain & defineNetwork.Ids<chain['id']> {
  if (!Number.isSafeInteger(chain.id) || chain.id < 1)
    throw new FoyerError('options-invalid', {
      details: `The id of ${chain.name} must be a whole number above 0, not ${chain.id}.`,
    })
  return { ...chain, chainNamespace: 'eip155', caipNetworkId: `eip155:${chain.id}` }
}

export declare namespace defineNetwork {
  type Chain = Omit<Network, 'id' | 'chainNamespace' | 'caipNetworkId'> & {
    /** The EIP-155 number. */
    readonly id: number
  }
  type Ids<id extends number> = {
    readonly chainNamespace: 'eip155'
    readonly caipNetworkId: `eip155:${id}`
  }
}
