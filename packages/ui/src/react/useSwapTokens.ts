import { getSwapTokens, readActiveChainId } from '@foyer/core'
import type { ChainId } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Lists the tokens of a network that can be swapped, or looks up a single one by its address. Needs an api.
 *
 * @param parameters.address - Looks up this token, listed or not. @default all that are listed
 * @param parameters.chainId - @default the active network
 * @returns A query; fails as `getSwapTokens` of the core.
 * @example const { data: tokens = [] } = useSwapTokens()
 */
export function useSwapTokens({
  address,
  ...parameters
}: {
  address?: string | undefined
  chainId?: ChainId | undefined
} = {}): Query<readonly SwapToken[]> {
  const { foyer } = useFoyerContext()
  const active = useFoyerValue((foyer) => readActiveChainId(foyer))
  const { chainId = active } = parameters
  return useQuery({
    key: chainId && `${chainId}:${address ?? ''}`,
    load: ({ signal }) => getSwapTokens(foyer, { address, chainId, signal }),
  })
}
