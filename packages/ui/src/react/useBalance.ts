import {
  getNativeBalance,
  readAccount,
  readActiveChainId,
  readNetwork,
  refreshNativeBalance,
} from '@foyer/core'
import { type ChainId, FoyerError, formatUnits, type Namespace, namespaceOf } from '@foyer/protocol'
import { useMemo } from 'react'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

export type Balance = {
  /** In smallest units. */
  readonly value: bigint
  /** The same as a plain decimal without rounding: `1.5`. */
  readonly formatted: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * Returns a native balance. That of the connected account comes from the instance's state, which is updated after each
 * transaction and network change. That of any other account or network is read from the chain on mount.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @returns A query; fails as `getNativeBalance` of the core.
 * @example
 * ```tsx
 * const { data } = useBalance()
 * return data ? <p>{data.formatted} {data.symbol}</p> : null
 * ```
 */
export function useBalance(
  parameters: {
    address?: string | undefined
    chainId?: ChainId | undefined
    namespace?: Namespace | undefined
  } = {},
): Query<Balance> {
  const { foyer } = useFoyerContext()
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const account = useFoyerValue((foyer) => readAccount(foyer, namespace))
  const active = useFoyerValue((foyer) => readActiveChainId(foyer, namespace))
  const connected = account.status === 'connected' ? account.address : undefined
  const { address = connected, chainId = active } = parameters
  const currency = useFoyerValue((kit) =>
    parameters.chainId
      ? kit.store.get().networks.find(({ caipNetworkId }) => caipNetworkId === parameters.chainId)
      : readNetwork(kit, namespace),
  )?.nativeCurrency
  // The instance reads it, and retries failures.
  const isKept = connected !== undefined && address === connected && chainId === account.chainId
  const kept = isKept ? account.balance : undefined
  const { balanceReadAt } = account
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer of the chain is another object
  const known = useMemo(
    () => (kept === undefined || !currency ? undefined : balanceOf(kept, currency)),
    [balanceReadAt, currency, kept],
  )
  return useQuery({
    key: address && chainId ? `${chainId}:${address}` : undefined,
    isAutomatic: !isKept,
    isBusy: isKept && account.balanceLoading,
    known,
    async load() {
      const value = isKept
        ? await refreshNativeBalance(foyer, { namespace }).then(
            () => readAccount(foyer, namespace).balance,
          )
        : await getNativeBalance(foyer, { address, chainId })
      // On an unsupported network, or with an adapter without balances.
      if (value === undefined || !currency) throw new FoyerError('balance-unavailable')
      return balanceOf(value, currency)
    },
  })
}

function balanceOf(
  value: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
): Balance {
  return { value, formatted: formatUnits(value, decimals), symbol, decimals }
}
