import type { ChainId } from '@foyer/protocol'
import { useFoyerState } from '../../context.ts'

/** Returns the address of a transaction's page; undefined where its network has no explorer. */
export function useExplorer(): (chainId: ChainId, hash: string) => string | undefined {
  const networks = useFoyerState((kit) => kit.networks)
  return (chainId, hash) =>
    networks
      .find(({ caipNetworkId }) => caipNetworkId === chainId)
      ?.blockExplorers?.default.url.replace(/\/*(\?.*)?$/, `/tx/${hash}$1`)
}
