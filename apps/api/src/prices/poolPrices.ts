import type { Address } from 'viem'
import { decodeFunctionResult, encodeFunctionData, isAddressEqual, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, noAddress } from '../rpc/ethCall.ts'
import type { PricedAsset, PriceProvider } from './priceProvider.ts'

const abi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
])

/** Minimum depth of a pool, in dollars: the price of a smaller one is easily manipulated. */
const minDollars = 1000

/** Reserves of a pool, in whole tokens. */
type Reserves = { readonly token: number; readonly quote: number }

/**
 * Computes prices in US dollars from the reserves of an EVM chain's Uniswap V2 pools: of a token against a dollar
 * token, or against the native coin and that against a dollar token; the deepest pool counts. On Solana only tokens
 * that the operator lists as dollars have a price.
 * @source https://docs.uniswap.org/contracts/v2/concepts/core-concepts/pools
 */
export function createPoolPrices(rpc: ChainRpc): PriceProvider {
  return {
    name: 'pools',
    async getPrices({ assets, chain, currency }) {
      const prices = new Map<PricedAsset, number>()
      if (currency !== 'usd') return prices
      if (chain.namespace === 'solana') {
        for (const dollar of chain.dollars ?? []) prices.set(dollar, 1)
        return prices
      }
      const { pools } = chain
      if (pools === undefined) return prices
      const decimals = decimalsOf(chain, pools.wrappedNative)
      const wanted = assets.map((asset) =>
        asset === 'native' ? pools.wrappedNative : (asset as Address),
      )
      const tokens = [...new Set([pools.wrappedNative, ...wanted])]
      const quotes = [...pools.dollars, pools.wrappedNative]
      const pairs = tokens.flatMap((token) =>
        quotes.filter((quote) => !isAddressEqual(quote, token)).map((quote) => ({ token, quote })),
      )
      const reserves = await readReserves(rpc, chain, { factory: pools.factory, pairs, decimals })
      const priceIn = (token: Address, accepted: readonly Address[], quotePrice: number) => {
        let best: { price: number; depth: number } | undefined
        for (const [index, pair] of pairs.entries()) {
          const found = reserves[index]
          if (found === undefined || !isAddressEqual(pair.token, token)) continue
          if (!accepted.some((quote) => isAddressEqual(quote, pair.quote))) continue
          const depth = found.quote * quotePrice
          if (depth < minDollars || depth <= (best?.depth ?? 0)) continue
          best = { depth, price: (found.quote / found.token) * quotePrice }
        }
        return best
      }
      const native = priceIn(pools.wrappedNative, pools.dollars, 1)?.price
      for (const [index, asset] of assets.entries()) {
        const token = wanted[index]!
        const price = pools.dollars.some((dollar) => isAddressEqual(dollar, token))
          ? 1
          : isAddressEqual(token, pools.wrappedNative)
            ? native
            : deeper(
                priceIn(token, pools.dollars, 1),
                native === undefined ? undefined : priceIn(token, [pools.wrappedNative], native),
              )
        if (price !== undefined) prices.set(asset, price)
      }
      return prices
    },
  }
}

function deeper(...found: ({ price: number; depth: number } | undefined)[]): number | undefined {
  return found.filter((entry) => entry !== undefined).sort((a, b) => b.depth - a.depth)[0]?.price
}

async function readReserves(
  rpc: ChainRpc,
  chain: EvmChain,
  {
    decimals,
    factory,
    pairs,
  }: {
    decimals: (token: Address) => number | undefined
    factory: Address
    pairs: readonly { token: Address; quote: Address }[]
  },
): Promise<(Reserves | undefined)[]> {
  const answers = await ethCall(
    rpc,
    chain,
    pairs.map(({ quote, token }) => ({
      to: factory,
      data: encodeFunctionData({ abi, functionName: 'getPair', args: [token, quote] }),
    })),
  )
  const pools = answers.map((answer) =>
    answer === undefined || answer === '0x'
      ? noAddress
      : decodeFunctionResult({ abi, functionName: 'getPair', data: answer }),
  )
  const existing = pools.flatMap((pool, index) => (pool === noAddress ? [] : [index]))
  const data = encodeFunctionData({ abi, functionName: 'getReserves' })
  const found = await ethCall(
    rpc,
    chain,
    existing.map((index) => ({ to: pools[index]!, data })),
  )
  const reserves: (Reserves | undefined)[] = pairs.map(() => undefined)
  for (const [place, index] of existing.entries()) {
    const answer = found[place]
    const { quote, token } = pairs[index]!
    const [tokenDecimals, quoteDecimals] = [decimals(token), decimals(quote)]
    if (answer === undefined || tokenDecimals === undefined || quoteDecimals === undefined) continue
    const [reserve0, reserve1] = decodeFunctionResult({
      abi,
      functionName: 'getReserves',
      data: answer,
    })
    // The factory sorts the two tokens by address.
    const [own, other] =
      token.toLowerCase() < quote.toLowerCase() ? [reserve0, reserve1] : [reserve1, reserve0]
    if (own === 0n || other === 0n) continue
    reserves[index] = {
      token: Number(own) / 10 ** tokenDecimals,
      quote: Number(other) / 10 ** quoteDecimals,
    }
  }
  return reserves
}

function decimalsOf(chain: EvmChain, wrappedNative: Address) {
  const known = new Map<string, number>([
    [wrappedNative.toLowerCase(), chain.nativeCurrency.decimals],
  ])
  for (const token of chain.tokens) known.set(token.address.toLowerCase(), token.decimals)
  return (token: Address) => known.get(token.toLowerCase())
}
