import { formatAccountId } from '@foyer/protocol'
import type { SwapQuote } from '@foyer/protocol/api'
import type { Logger } from '@foyer/server'
import { formatUnits } from 'viem/utils'
import type { Chain } from '../chains/chainConfig.ts'
import type { GasPrices } from '../gas/gasPrices.ts'
import type { Prices } from '../prices/prices.ts'
import { convertError } from './convertError.ts'
import { nameFailure } from './sourceAnswer.ts'
import { idOf, type SourceOffers } from './sourceOffers.ts'
import type { Offer, SwapRequest, SwapSource } from './swapSource.ts'

/** The failure of a source, without the source's own text. */
export type Failure = { source: Pick<SwapSource, 'id' | 'name'>; code: string; message: string }

/**
 * Asks every source at once.
 *
 * @param request.gasPrice - in wei. @default the chain's fast one
 * @returns The quotes, the best first.
 * @throws HttpError 400 `insufficient-liquidity`, 502 `sources-unavailable`
 */
export type GetQuotes = (
  request: SwapRequest & { gasPrice?: bigint | undefined },
) => Promise<{ quotes: SwapQuote[]; failures: Failure[] }>

/** Time after which a client should ask again, in ms. */
const quoteLifeMs = 30_000

export function createQuotes({
  gasPrices,
  log,
  now,
  offers,
  prices,
}: {
  gasPrices: GasPrices
  log: Logger
  now: () => number
  offers: SourceOffers
  prices: Prices
}): GetQuotes {
  /** In US dollars; a quote without it is better than none. */
  async function readCoinPrice(chain: Chain): Promise<number | undefined> {
    const known = await prices.get(chain, 'usd').catch(() => undefined)
    const outcome = known?.get('native')
    return outcome?.kind === 'known' ? outcome.price.value : undefined
  }

  return async ({ gasPrice: wished, ...request }) => {
    const { amount, from, to } = request
    const asked = offers.sourcesOf(request)
    const [coinPrice, gasPrice, ...answers] = await Promise.all([
      readCoinPrice(from.chain),
      wished ??
        (from.chain.namespace === 'eip155'
          ? gasPrices.get(from.chain).then(({ fast }) => fast)
          : // Fees are known in the coin itself.
            1n),
      ...asked.map((source) =>
        offers.get(source, request).then(
          (offer) => ({ source, offer }),
          (error: unknown) => ({ source, error }),
        ),
      ),
    ])
    const expiresAt = new Date(now() + quoteLifeMs).toISOString()
    const quotes: SwapQuote[] = []
    const failures: Failure[] = []
    for (const answer of answers) {
      const { id, kind, name } = answer.source
      const source = { id, name }
      if ('error' in answer) {
        failures.push({ source, ...nameFailure(answer.error) })
        log.info({ source: id, error: answer.error }, 'a source gave no quote')
        continue
      }
      const { durationSeconds, gas, minToAmount, priceImpact, route, toAmount } = answer.offer
      const { permit2Spender, reserve, spender } = answer.offer
      quotes.push({
        ...{ id: `${id}-${quotes.length}`, source, kind, priceImpact, expiresAt },
        ...{ fromAccount: idOf(from), fromAmount: String(amount) },
        ...{ toAccount: idOf(to), toAmount: String(toAmount), minToAmount: String(minToAmount) },
        route: route.map(writeStep),
        ...(gas !== undefined &&
          gasPrice !== undefined && {
            networkCost: {
              gas: String(gas),
              gasPrice: String(gasPrice),
              amount: String(gas * gasPrice),
              ...(reserve === undefined ? {} : { reserve: String(reserve) }),
              ...(coinPrice === undefined
                ? {}
                : { value: dollarsOf(gas * gasPrice, from.chain, coinPrice) }),
            },
          }),
        ...(spender === undefined ? {} : { allowanceTarget: spender }),
        ...(permit2Spender === undefined ? {} : { permit2Spender }),
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
      })
    }
    if (quotes.length === 0) {
      const isThin = failures.some(({ code }) => code === 'insufficient-liquidity')
      throw convertError(isThin ? 'insufficient-liquidity' : 'sources-unavailable')
    }
    quotes.sort((a, b) => compare(BigInt(b.toAmount), BigInt(a.toAmount)))
    return { quotes, failures }
  }
}

const writeStep = ({ chain, name, share, tokens }: Offer['route'][number]) => ({
  name,
  ...(share === undefined ? {} : { share }),
  tokens: tokens.map((address) => formatAccountId({ chainId: chain.caipId, address })),
})

/** For display only: the amount itself stays exact. */
const dollarsOf = (amount: bigint, { nativeCurrency }: Chain, price: number) =>
  Number(formatUnits(amount, nativeCurrency.decimals)) * price

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
