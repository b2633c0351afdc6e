import type { ChainId } from '@foyer/protocol'
import { useCallback } from 'react'
import { useFoyerState } from '../../context.ts'

/** Returns the name of a network of the site. */
export function useNetworkName(): (chainId: ChainId) => string {
  const networks = useFoyerState((kit) => kit.networks)
  return useCallback(
    (chainId) => networks.find((one) => one.caipNetworkId === chainId)?.name ?? chainId,
    [networks],
  )
}
