import { type Address, maxUint128, zeroAddress } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { Chain, EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { convertError } from '../convertError.ts'
import { isOnOneEvmChain, tokenOf } from '../evmAsset.ts'
import { findPath, type PoolPath } from '../findPath.ts'
import { permit2Address, readPermit2 } from '../permit2.ts'
import { priceImpact } from '../priceImpact.ts'
import {
  deadlineAt,
  nativeAddress,
  type SwapAsset,
  type SwapRequest,
  type SwapSource,
  withSlippage,
} from '../swapSource.ts'
import { encodeSwap } from './encodeSwap.ts'
import { quotePools } from './quotePools.ts'

/** Gas of a swap besides that of its pools. */
const baseGas = 90_000n

/** Quotes and builds swaps with a chain's Uniswap V4 pools through the Universal Router, by RPC only. */
export function createUniswapV4({ now, rpc }: { now: () => number; rpc: ChainRpc }): SwapSource {
  const settingsOf = (chain: Chain) =>
    chain.namespace === 'eip155' && chain.swaps ? chain.swaps.uniswapV4 : undefined

  async function route({ amount, from, to }: SwapRequest): Promise<PoolPath> {
    const chain = from.chain as EvmChain
    const { quoter, stateView } = settingsOf(chain)!
    if (amount > maxUint128) throw convertError('insufficient-liquidity')
    const { hops = [], wrappedNative = zeroAddress } = chain.swaps || {}
    const path = await findPath((swaps) => quotePools(rpc, chain, { quoter, stateView, swaps }), {
      ...{ amount, from: currencyOf(from), to: currencyOf(to) },
      // Pools hold the coin itself, not its token.
      hops: [zeroAddress, ...hops.filter((hop) => !isAddressEqual(hop, wrappedNative))],
    })
    if (path === undefined) throw convertError('insufficient-liquidity')
    return path
  }

  return {
    id: 'uniswap-v4',
    name: 'Uniswap V4',
    kind: 'call',
    takesPermit: 'permit2',
    isOn: (chain) => settingsOf(chain) !== undefined,
    supports: ({ from, to }) =>
      isOnOneEvmChain(from, to) &&
      settingsOf(from.chain) !== undefined &&
      // The coin and its own token are exchanged without a market.
      !isAddressEqual(tokenOf(from), tokenOf(to)),
    contractsOf(chain) {
      const settings = settingsOf(chain)
      return settings && { targets: [settings.router], spenders: [permit2Address] }
    },
    async getOffer(request) {
      const { pools, toAmount, tokens } = await route(request)
      const { router } = settingsOf(request.from.chain)!
      const prices = pools.map(({ price }) => price)
      return {
        toAmount,
        minToAmount: withSlippage(toAmount, request.slippageBps),
        priceImpact: priceImpact({ amountIn: request.amount, received: toAmount }, prices),
        route: pools.map(({ fee }, index) => ({
          name: `Uniswap V4 ${fee / 10_000} %`,
          chain: request.from.chain,
          tokens: tokens
            .slice(index, index + 2)
            .map((token) => (token === zeroAddress ? nativeAddress : token)),
        })),
        gas: pools.reduce((sum, { gas }) => sum + gas, baseGas),
        ...(request.from.isNative ? {} : { spender: permit2Address, permit2Spender: router }),
      }
    },
    async build(request) {
      const path = await route(request)
      const { amount, from, minToAmount, permit } = request
      const user = request.user as Address
      const { router } = settingsOf(from.chain)!
      const { nonce } = permit
        ? await readPermit2(rpc, { token: from, spender: router, user })
        : { nonce: 0n }
      const data = encodeSwap({
        ...{ amount, deadline: deadlineAt(now()), minToAmount, path, router, user },
        permit: permit && { ...permit, nonce },
      })
      return from.isNative
        ? { kind: 'call', to: router, data, value: amount }
        : { kind: 'call', to: router, data, value: 0n, spender: permit2Address }
    },
  }
}

/** In the pools the coin has the address 0. */
const currencyOf = ({ address, isNative }: SwapAsset): Address =>
  isNative ? zeroAddress : (address as Address)
