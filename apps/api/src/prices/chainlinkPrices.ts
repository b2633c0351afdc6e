import type { Address } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall } from '../rpc/ethCall.ts'
import type { Price, PricedAsset, PriceProvider } from './priceProvider.ts'

/** @source https://docs.chain.link/data-feeds/api-reference */
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const decimalsCall = encodeFunctionData({ abi, functionName: 'decimals' })
const roundCall = encodeFunctionData({ abi, functionName: 'latestRoundData' })

/** Reads prices in US dollars from the Chainlink feeds that the operator named for an EVM chain (`chainlink`). */
export function createChainlinkPrices(rpc: ChainRpc): PriceProvider {
  return {
    name: 'chainlink',
    // The slowest feeds write once a day, when the price does not move.
    maxAgeMs: 25 * 3_600_000,
    async getPrices({ assets, chain, currency }) {
      const prices = new Map<PricedAsset, Price>()
      if (currency !== 'usd' || chain.namespace !== 'eip155') return prices
      const feeds = (chain.chainlink ?? []).filter(({ token }) => assets.includes(token))
      const answers = await ethCall(
        rpc,
        chain,
        feeds.flatMap(({ feed }) =>
          [decimalsCall, roundCall].map((data) => ({ to: feed as Address, data })),
        ),
      )
      for (const [index, { token }] of feeds.entries()) {
        const [decimals, round] = answers.slice(index * 2, index * 2 + 2)
        if (decimals?.length !== 66 || round?.length !== 2 + 5 * 64) continue
        const [, answer, , updatedAt] = decodeFunctionResult({
          ...{ abi, functionName: 'latestRoundData', data: round },
        })
        const places = decodeFunctionResult({ abi, functionName: 'decimals', data: decimals })
        prices.set(token, { value: Number(answer) / 10 ** places, at: Number(updatedAt) * 1000 })
      }
      return prices
    },
  }
}
