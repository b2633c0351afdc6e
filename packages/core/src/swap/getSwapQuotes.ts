import { FoyerError, formatAccountId, namespaceOf } from '@foyer/protocol'
import { getConvertQuotes } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { readSwapKinds } from './readSwapKinds.ts'
import { readOffer, type SwapOffer, type SwapRequest } from './swapOffer.ts'

/**
 * Asks every source of the api for a quote. Nothing is cached.
 *
 * @returns The best first, never empty.
 * @throws FoyerError `http-failed` (see `readSwapErrorCode`), `request-timed-out`, `request-aborted`,
 *   `resource-not-found` (no source offers what was asked for)
 * @example const [best] = await getSwapQuotes(foyer, { address, chainId, from, to, amount: 10n ** 18n, slippage: 1 })
 *
 * @source spec 2.11, 7.35
 */
export async function getSwapQuotes(
  foyer: Foyer,
  { signal, ...request }: SwapRequest & { signal?: AbortSignal | undefined },
): Promise<readonly SwapOffer[]> {
  const { address, amount, chainId, from, slippage, to } = request
  const { quotes } = await callApi(foyer, getConvertQuotes, {
    query: {
      amount: String(amount),
      from: from.address,
      to: to.address,
      slippage,
      userAddress: formatAccountId({ address, chainId }),
    },
    signal,
  })
  const now = Date.now()
  const kinds = readSwapKinds(foyer, namespaceOf(chainId))
  const offers = quotes.flatMap((quote) => readOffer(quote, { kinds, now, request }) ?? [])
  if (offers.length > 0) return offers
  throw new FoyerError('resource-not-found', {
    details:
      'No quote is for this request, at the given slippage, and of a kind that is supported.',
  })
}
