import { type ChainId, FoyerError, formatUnits, type Namespace } from '@foyer/protocol'
import { type OnrampQuote, postOnrampQuote } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { readActiveChainId } from '../network/readNetwork.ts'

/** Payments are counted in hundredths of their currency. */
export const paymentDecimals = 2

/**
 * Asks a seller for its price.
 *
 * @returns What is paid and delivered, fees included, as exact decimals in the seller's own words.
 * @throws FoyerError `network-undefined`, `http-failed` (also when it does not sell this), `request-timed-out`,
 *   `request-aborted`
 * @example const { purchaseAmount } = await getOnrampQuote(foyer, { amount: 50_00n, purchaseCurrency: 'ETH' })
 *
 * @source spec 7.36
 */
export async function getOnrampQuote(
  foyer: Foyer,
  parameters: getOnrampQuote.Parameters,
): Promise<OnrampQuote> {
  const { amount, namespace, paymentCurrency = 'USD', provider, purchaseCurrency } = parameters
  const network = parameters.chainId ?? readActiveChainId(foyer, namespace)
  if (!network) throw new FoyerError('network-undefined', { details: namespace })
  return callApi(foyer, postOnrampQuote, {
    body: {
      amount: formatUnits(amount, paymentDecimals),
      network: network as never,
      paymentMethod: 'CARD',
      ...{ paymentCurrency, provider, purchaseCurrency },
    },
    signal: parameters.signal,
  })
}

export declare namespace getOnrampQuote {
  type Parameters = {
    /** Paid in all, in hundredths of the currency: `50_00n`. */
    amount: bigint
    /** Ticker of the coin, as the seller's offer names it. */
    purchaseCurrency: string
    /** ISO 4217. @default 'USD' */
    paymentCurrency?: string | undefined
    /** Name of the seller. @default the first that sells it */
    provider?: string | undefined
    /** @default the network that the namespace is on */
    chainId?: ChainId | undefined
    /** Without `chainId`. @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}
