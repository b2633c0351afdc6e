import {
  getNativeBalance,
  readAccount,
  readActiveChainId,
  readNetwork,
  refreshNativeBalance,
} from '@foyer/core'
import { type ChainId, FoyerError, formatUnits, type Namespace, namespaceOf } from '@foyer/protocol'
import { useMemo } from 'react'
import { useFoyerContext, useKit } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

export type Balance = {
  /** In smallest units. */
  readonly value: bigint
  /** The same as a plain decimal, every digit kept: `1.5`. */
  readonly formatted: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * The native balance: of the connected account as the instance keeps it, read again after each transaction and change
 * of network; of any other account or network as the chain says when the component mounts.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @returns A query; fails as `getNativeBalance` of the core.
 * @example
 * const { data } = useBalance()
 * return data ? <p>{data.formatted} {data.symbol}</p> : null
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
  const account = useKit((kit) => readAccount(kit, namespace))
  const active = useKit((kit) => readActiveChainId(kit, namespace))
  const connected = account.status === 'connected' ? account.address : undefined
  const { address = connected, chainId = active } = parameters
  const currency = useKit((kit) =>
    parameters.chainId
      ? kit.store.get().networks.find(({ caipNetworkId }) => caipNetworkId === parameters.chainId)
      : readNetwork(kit, namespace),
  )?.nativeCurrency
  // The instance reads it, and repeats what fails.
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
      // On a network that the site does not offer, or of a chain family whose balances can not be read.
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
