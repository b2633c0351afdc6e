import { type Address, maxUint128, zeroAddress } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { convertError } from '../convertError.ts'
import { findPath, type PoolPath } from '../findPath.ts'
import { permit2Address, readPermit2 } from '../permit2.ts'
import { deadlineAt, type SwapAsset, type SwapRequest, type SwapSource } from '../swapSource.ts'
import { pathOffer, readUniswap, uniswapMarket } from '../uniswap.ts'
import { encodeSwap } from './encodeSwap.ts'
import { quotePools } from './quotePools.ts'

/** Gas of a swap besides that of its pools. */
const baseGas = 90_000n

/** Quotes and builds swaps with a chain's Uniswap V4 pools through the Universal Router, by RPC only. */
export function createUniswapV4({ now, rpc }: { now: () => number; rpc: ChainRpc }): SwapSource {
  async function route({
    amount,
    from,
    to,
  }: SwapRequest): Promise<{ router: Address; path: PoolPath }> {
    const chain = from.chain as EvmChain
    const { quoter, router, stateView } = readUniswap(chain, 'uniswapV4')!
    if (amount > maxUint128) throw convertError('insufficient-liquidity')
    const { hops = [], wrappedNative = zeroAddress } = chain.swaps || {}
    const path = await findPath((swaps) => quotePools(rpc, chain, { quoter, stateView, swaps }), {
      ...{ amount, from: currencyOf(from), to: currencyOf(to) },
      // Pools hold the coin itself, not its token.
      hops: [zeroAddress, ...hops.filter((hop) => !isAddressEqual(hop, wrappedNative))],
    })
    if (path === undefined) throw convertError('insufficient-liquidity')
    return { router, path }
  }

  const name = 'Uniswap V4'
  return {
    id: 'uniswap-v4',
    name,
    takesPermit: 'permit2',
    ...uniswapMarket('uniswapV4', permit2Address),
    async getOffer(request) {
      const { path, router } = await route(request)
      return {
        ...pathOffer(request, { baseGas, name, path }),
        ...(request.from.isNative ? {} : { spender: permit2Address, permit2Spender: router }),
      }
    },
    async build(request) {
      const { path, router } = await route(request)
      const { amount, from, minToAmount, permit } = request
      const user = request.user as Address
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
