import { FoyerError, formatUnits, type Namespace } from '@foyer/protocol'
import { isOnrampUrl, postOnrampSession } from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import { track } from '../events/track.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { isRestricted } from '../isRestricted.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { paymentDecimals } from './getOnrampQuote.ts'
import type { OnrampOrder } from './onrampOrder.ts'

/**
 * Opens a purchase for the connected account with a seller. Open its `url` in a window, and wait with `waitForOnramp`.
 *
 * @throws FoyerError `not-connected`, `network-undefined`, `action-not-allowed` (a restricted time zone), `http-failed` (also
 *   when the seller refuses, and when the address is not the seller's own), `request-timed-out`, `request-aborted`
 * @example const { url } = await buyToken(foyer, { provider: 'moonpay', amount: 50_00n, purchaseCurrency: 'ETH' })
 *
 * @source spec 1.9, 7.36
 */
export async function buyToken(
  foyer: Foyer,
  parameters: buyToken.Parameters,
): Promise<OnrampOrder> {
  const { amount, paymentCurrency = 'USD', provider, purchaseCurrency, redirectUrl } = parameters
  if (isRestricted(foyer))
    throw new FoyerError('action-not-allowed', { details: 'restrictedTimeZones has this one.' })
  // Always the connected account: no caller can name another one.
  const { address, chainId } = readConnection(foyer, parameters.namespace).connection
  requireNetwork(foyer, chainId)
  const { expiresAt, id, url } = await callApi(foyer, postOnrampSession, {
    body: {
      destinationWallets: [{ address, blockchains: [chainId] }],
      network: chainId as never,
      amount: formatUnits(amount, paymentDecimals),
      ...{ paymentCurrency, provider, purchaseCurrency, redirectUrl },
    },
    signal: parameters.signal,
  })
  if (!isOnrampUrl(provider, url))
    throw new FoyerError('http-failed', {
      details: `The api answered with an address that is not ${provider}'s own.`,
    })
  track(foyer, { event: 'BUY_OPENED', properties: { provider, purchaseCurrency } })
  return {
    ...{ address, chainId, id, provider, purchaseCurrency, url },
    expiresAt: Date.parse(expiresAt),
  }
}

export declare namespace buyToken {
  type Parameters = {
    /** Name of the seller, from `getOnrampOptions`. */
    provider: string
    /** Paid in all, in hundredths of the currency: `50_00n`. */
    amount: bigint
    /** Ticker of the coin, as the seller's offer names it. */
    purchaseCurrency: string
    /** ISO 4217. @default 'USD' */
    paymentCurrency?: string | undefined
    /** The seller's page leads back to it; it must be on the page's own origin. @default none */
    redirectUrl?: string | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}
