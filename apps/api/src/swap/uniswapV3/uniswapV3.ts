import { type Address, type Hex, parseSignature, zeroAddress } from 'viem'
import { concatHex, encodeFunctionData, numberToHex, parseAbi } from 'viem/utils'
import type { EvmChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { convertError } from '../convertError.ts'
import { tokenOf } from '../evmAsset.ts'
import { findPath, type PoolPath } from '../findPath.ts'
import { deadlineAt, type SignedPermit, type SwapRequest, type SwapSource } from '../swapSource.ts'
import { pathOffer, readUniswap, uniswapMarket } from '../uniswap.ts'
import { quotePools } from './quotePools.ts'

/** @source https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter */
const abi = parseAbi([
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
])

/** Gas of a swap besides that of its pools. */
const baseGas = 80_000n

/** Quotes and builds swaps with a chain's Uniswap V3 pools, by RPC only. */
export function createUniswapV3({ now, rpc }: { now: () => number; rpc: ChainRpc }): SwapSource {
  async function route({ amount, from, to }: SwapRequest): Promise<{
    router: Address
    path: PoolPath
  }> {
    const chain = from.chain as EvmChain
    const { factory, quoter, router } = readUniswap(chain, 'uniswapV3')!
    const path = await findPath((swaps) => quotePools(rpc, chain, { factory, quoter, swaps }), {
      ...{ amount, hops: chain.swaps ? chain.swaps.hops : [] },
      ...{ from: tokenOf(from), to: tokenOf(to) },
    })
    if (path === undefined) throw convertError('insufficient-liquidity')
    return { router, path }
  }

  const name = 'Uniswap V3'
  return {
    id: 'uniswap-v3',
    name,
    takesPermit: 'token',
    ...uniswapMarket('uniswapV3'),
    async getOffer(request) {
      const { path, router } = await route(request)
      return {
        ...pathOffer(request, { baseGas, name, path }),
        ...(request.from.isNative ? {} : { spender: router }),
      }
    },
    async build(request) {
      const { path, router } = await route(request)
      const { amount, from, minToAmount, permit, to } = request
      const user = request.user as Address
      const swap = encodeFunctionData({
        abi,
        functionName: 'exactInput',
        args: [
          {
            path: encodePath(path),
            // The router keeps the coin's token, and pays coins for it.
            recipient: to.isNative ? zeroAddress : user,
            deadline: deadlineAt(now()),
            amountIn: amount,
            amountOutMinimum: minToAmount,
          },
        ],
      })
      const data = inOneCall([
        ...(permit ? [encodePermit(tokenOf(from), amount, permit)] : []),
        swap,
        ...(to.isNative
          ? [encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minToAmount, user] })]
          : []),
        // Coins that a pool did not take must not stay in the router, where anyone may take them.
        ...(from.isNative ? [encodeFunctionData({ abi, functionName: 'refundETH' })] : []),
      ])
      return from.isNative
        ? { kind: 'call', to: router, data, value: amount }
        : { kind: 'call', to: router, data, value: 0n, spender: router }
    },
  }
}

/** The tokens, with the fee of the pool between two of them. */
const encodePath = ({ pools, tokens }: PoolPath): Hex =>
  concatHex([
    tokens[0]!,
    ...pools.flatMap(({ fee }, index) => [numberToHex(fee, { size: 3 }), tokens[index + 1]!]),
  ])

/** If someone else has handed the signature in before, the router finds the allowance, and goes on. */
function encodePermit(token: Address, amount: bigint, { deadline, signature }: SignedPermit): Hex {
  const { r, s, yParity } = parseSignature(signature)
  const args = [token, amount, deadline, yParity + 27, r, s] as const
  return encodeFunctionData({ abi, functionName: 'selfPermitIfNecessary', args })
}

const inOneCall = (parts: readonly Hex[]): Hex =>
  parts.length === 1
    ? parts[0]!
    : encodeFunctionData({ abi, functionName: 'multicall', args: [parts] })
