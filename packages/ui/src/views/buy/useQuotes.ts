import { getOnrampQuote } from '@foyer/core'
import type { ChainId } from '@foyer/protocol'
import type { OnrampQuote } from '@foyer/protocol/api'
import { useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

/** Pause after a keystroke before sellers are asked, ms. */
const debounceMs = 400

/** A seller's price; `failed` if it has none for this. Missing while it is asked. */
export type Price = OnrampQuote | 'failed'

/** Asks sellers for their prices, and again after each change. An empty amount asks nobody. */
export function useQuotes({
  amount,
  chainId,
  coin,
  currency,
  sellers,
}: {
  /** Hundredths. */
  amount: bigint | undefined
  chainId: ChainId
  coin: string | undefined
  currency: string
  /** Names, separated by commas. */
  sellers: string
}): Readonly<Record<string, Price>> {
  const { foyer } = useUi()
  const key = `${chainId} ${coin} ${currency} ${amount} ${sellers}`
  const [prices, setPrices] = useState<{ key: string; found: Readonly<Record<string, Price>> }>()
  useEffect(() => {
    if (amount === undefined || coin === undefined || sellers === '') return
    const controller = new AbortController()
    const { signal } = controller
    const set = (provider: string, price: Price) => {
      if (signal.aborted) return
      setPrices((last) => ({
        key,
        found: { ...(last?.key === key ? last.found : {}), [provider]: price },
      }))
    }
    const timer = setTimeout(() => {
      for (const provider of sellers.split(','))
        getOnrampQuote(foyer, {
          ...{ amount, chainId, provider, signal },
          paymentCurrency: currency,
          purchaseCurrency: coin,
        }).then(
          (quote) => set(provider, quote),
          (error) => {
            foyer.log('info', 'a seller has no price', error)
            set(provider, 'failed')
          },
        )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [foyer, amount, chainId, coin, currency, key, sellers])
  return prices?.key === key ? prices.found : {}
}
