import type { Network } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'

/**
 * Creates a network from the data of a Solana cluster, or of another chain that runs Solana's programs.
 *
 * @throws FoyerError `options-invalid`
 * @example
 * ```ts
 * const cluster = defineNetwork({
 *   id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
 *   name: 'Solana Devnet',
 *   nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
 *   rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
 * })
 * ```
 * @source spec 3.10; https://namespaces.chainagnostic.org/solana/caip2
 */
export function defineNetwork<const chain extends defineNetwork.Chain>(
  chain: chain,
): chain & defineNetwork.Ids<chain['id']> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32}$/.test(chain.id))
    throw new FoyerError('options-invalid', {
      details: `The id of ${chain.name} must be the first 32 letters of its genesis hash, not ${chain.id}.`,
    })
  return { ...chain, chainNamespace: 'solana', caipNetworkId: `solana:${chain.id}` }
}

export declare namespace defineNetwork {
  type Chain = Omit<Network, 'id' | 'chainNamespace' | 'caipNetworkId'> & {
    /** The first 32 characters of the genesis hash. */
    readonly id: string
  }
  type Ids<id extends string> = {
    readonly chainNamespace: 'solana'
    readonly caipNetworkId: `solana:${id}`
  }
}
