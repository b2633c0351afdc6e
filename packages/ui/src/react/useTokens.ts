import { loadBalances, readAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Loads the tokens of the connected account on its network, including the native coin, on mount and after each change
 * of account or network.
 *
 * @param parameters.namespace - @default the active one
 * @returns A query, pending without a connected account; fails with `balance-unavailable`, and repeats that error for
 *   30 s without another request.
 * @example
 * ```tsx
 * const { data: tokens = [] } = useTokens()
 * return tokens.map(({ name, quantity }) => <p key={name}>{quantity.numeric} {name}</p>)
 * ```
 */
export function useTokens({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Query<readonly TokenBalance[]> {
  const { foyer } = useFoyerContext()
  const { address, chainId, status, tokenBalance } = useFoyerValue((foyer) =>
    readAccount(foyer, namespace),
  )
  return useQuery<readonly TokenBalance[]>({
    key: status === 'connected' ? `${chainId}:${address}` : undefined,
    known: tokenBalance,
    async load({ force }) {
      await loadBalances(foyer, { force, namespace })
      return readAccount(foyer, namespace).tokenBalance ?? []
    },
  })
}
