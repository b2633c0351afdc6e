import type { Network } from '@foyer/core'
import type { OnrampOffer } from '@foyer/protocol/api'

/** A coin on sale on one network. */
export type Coin = {
  readonly id: string
  readonly name: string
  readonly iconUrl: string | undefined
}

/** The coins on sale on a network, each once. */
export function readCoins(offers: readonly OnrampOffer[], network: Network): Coin[] {
  const coins = new Map<string, Coin>()
  for (const { purchaseCurrencies } of offers)
    for (const { iconUrl, id, name, networks } of purchaseCurrencies)
      if (networks.some(({ chainId }) => chainId === network.caipNetworkId) && !coins.has(id))
        coins.set(id, { id, name, iconUrl })
  // The network's own coin first: it pays the fees of everything else.
  const isOwn = ({ id }: Coin) => id === network.nativeCurrency.symbol.toUpperCase()
  return [...coins.values()].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
}

/** The sellers of a coin on a network for a currency. */
export const readSellers = (
  offers: readonly OnrampOffer[],
  { coin, currency, network }: { coin: string; currency: string; network: Network },
): OnrampOffer[] =>
  offers.filter(
    ({ paymentCurrencies, purchaseCurrencies }) =>
      paymentCurrencies.some(({ id }) => id === currency) &&
      purchaseCurrencies.some(
        ({ id, networks }) =>
          id === coin && networks.some(({ chainId }) => chainId === network.caipNetworkId),
      ),
  )

/** Smallest and largest payment by card, as decimals; undefined where the seller does not tell. */
export const readLimits = ({ paymentCurrencies }: OnrampOffer, currency: string) =>
  paymentCurrencies.find(({ id }) => id === currency)?.limits.find(({ id }) => id === 'CARD')
