import {
  type Account,
  loadBalances,
  readAccount,
  readNetwork,
  refreshNativeBalance,
} from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { formatUnits } from '@foyer/protocol'
import { useCallback } from 'react'
import { useFoyerContext, useKit } from './FoyerContext.ts'

export type UseBalance = {
  /** The native balance in smallest units; undefined until it is known. */
  readonly balance: bigint | undefined
  /** The same as a plain decimal, every digit kept: `1.5`. */
  readonly formatted: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly isLoading: boolean
  /** Tokens, once {@link UseBalance.loadTokens} or the account view asked for them. */
  readonly tokens: Account['tokenBalance']
  /** Reads the native balance again. @throws FoyerError as `refreshNativeBalance` of the core */
  readonly refresh: () => Promise<void>
  /** @throws FoyerError `balance-unavailable` */
  readonly loadTokens: (parameters?: { force?: boolean }) => Promise<void>
}

/**
 * What the account of a namespace holds.
 *
 * @param parameters.namespace - @default the active one
 */
export function useBalance({ namespace }: { namespace?: Namespace | undefined } = {}): UseBalance {
  const { foyer } = useFoyerContext()
  const account = useKit((kit) => readAccount(kit, namespace))
  const currency = useKit((kit) => readNetwork(kit, namespace))?.nativeCurrency
  const { balance, balanceLoading, balanceSymbol, tokenBalance } = account
  return {
    balance,
    formatted:
      balance === undefined || !currency ? undefined : formatUnits(balance, currency.decimals),
    symbol: balanceSymbol ?? currency?.symbol,
    decimals: currency?.decimals,
    isLoading: balanceLoading,
    tokens: tokenBalance,
    refresh: useCallback(() => refreshNativeBalance(foyer, { namespace }), [foyer, namespace]),
    loadTokens: useCallback(
      (parameters) => loadBalances(foyer, { ...parameters, namespace }),
      [foyer, namespace],
    ),
  }
}
