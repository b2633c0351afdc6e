import { getOnrampQuote, readActiveChainId } from '@foyer/core'
import type { OnrampQuote } from '@foyer/protocol/api'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Asks a seller for its price, and again when a parameter changes.
 *
 * @param parameters - As of `getOnrampQuote`; `amount: undefined` asks nothing.
 * @returns A query whose amounts are exact decimals; fails as `getOnrampQuote` of the core.
 * @example
 * ```tsx
 * const { data } = useOnrampQuote({ amount: 50_00n, purchaseCurrency: 'ETH' })
 * return <p>{data?.purchaseAmount.amount} ETH</p>
 * ```
 */
export function useOnrampQuote({
  amount,
  ...parameters
}: useOnrampQuote.Parameters): Query<OnrampQuote> {
  const { foyer } = useFoyerContext()
  const { namespace, paymentCurrency, provider, purchaseCurrency } = parameters
  const active = useFoyerValue((foyer) => readActiveChainId(foyer, namespace))
  const chainId = parameters.chainId ?? active
  const isAsked = amount !== undefined && chainId !== undefined
  return useQuery<OnrampQuote>({
    key: isAsked
      ? [chainId, amount, purchaseCurrency, paymentCurrency, provider].join(' ')
      : undefined,
    load: ({ signal }) =>
      getOnrampQuote(foyer, { ...parameters, chainId, signal, amount: amount ?? 0n }),
  })
}

export declare namespace useOnrampQuote {
  type Parameters = Omit<getOnrampQuote.Parameters, 'amount' | 'signal'> & {
    /** Paid in all, in hundredths of the currency; undefined: nothing to ask yet. */
    amount: bigint | undefined
  }
}
