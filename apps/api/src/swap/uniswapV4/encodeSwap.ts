import { type Address, encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import {
  concatHex,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem/utils'
import type { PoolPath } from '../findPath.ts'
import type { SignedPermit } from '../swapSource.ts'
import { spacings } from './quotePools.ts'

/** @source https://docs.uniswap.org/contracts/universal-router/technical-reference */
const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])

/** @source https://github.com/Uniswap/universal-router Commands.sol */
const commands = { sweep: 0x04, permit: 0x0a, swap: 0x10, mayFail: 0x80 } as const
/** @source https://github.com/Uniswap/v4-periphery Actions.sol */
const actions = { swapExactIn: 0x07, settleAll: 0x0c, takeAll: 0x0f } as const

const permitInput = parseAbiParameters([
  'PermitSingle permit, bytes signature',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
])
const swapInput = parseAbiParameters('bytes actions, bytes[] params')
const swapParameters = parseAbiParameters([
  'ExactInputParams params',
  'struct ExactInputParams { address currencyIn; PathKey[] path; uint128 amountIn; uint128 amountOutMinimum; }',
  'struct PathKey { address intermediateCurrency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }',
])
const payment = parseAbiParameters('address currency, uint256 amount')
const sweepInput = parseAbiParameters('address token, address recipient, uint256 least')

/**
 * Encodes a swap of exactly `amount` for its sender: who pays, and who receives, is always the sender of the transaction.
 * @param permit - the allowance for `router` that the sender has signed for Permit2, with its nonce
 */
export function encodeSwap({
  amount,
  deadline,
  minToAmount,
  path: { pools, tokens },
  permit,
  router,
  user,
}: {
  amount: bigint
  deadline: bigint
  minToAmount: bigint
  path: PoolPath
  permit?: (SignedPermit & { readonly nonce: bigint }) | undefined
  router: Address
  user: Address
}): Hex {
  const [from, to] = [tokens[0]!, tokens.at(-1)!]
  const route = pools.map(({ fee }, index) => ({
    ...{ intermediateCurrency: tokens[index + 1]!, fee, tickSpacing: spacings[fee]! },
    ...{ hooks: zeroAddress, hookData: '0x' as const },
  }))
  const swap = { currencyIn: from, path: route, amountIn: amount, amountOutMinimum: minToAmount }
  const steps: readonly (readonly [number, Hex])[] = [
    [actions.swapExactIn, encodeAbiParameters(swapParameters, [swap])],
    [actions.settleAll, encodeAbiParameters(payment, [from, amount])],
    [actions.takeAll, encodeAbiParameters(payment, [to, minToAmount])],
  ]
  const parts: (readonly [number, Hex])[] = [
    [commands.swap, encodeAbiParameters(swapInput, [join(steps), steps.map(([, input]) => input)])],
  ]
  if (permit) {
    const { deadline: sigDeadline, nonce, signature } = permit
    const details = { token: from, amount, expiration: Number(sigDeadline), nonce: Number(nonce) }
    const single = { details, spender: router, sigDeadline }
    // If someone else has handed the signature in before, the allowance is there, and the swap goes on.
    parts.unshift([
      commands.permit | commands.mayFail,
      encodeAbiParameters(permitInput, [single, signature]),
    ])
  }
  // Coins that a pool did not take must not stay in the router, where anyone may take them.
  if (from === zeroAddress)
    parts.push([commands.sweep, encodeAbiParameters(sweepInput, [zeroAddress, user, 0n])])
  return encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [join(parts), parts.map(([, input]) => input), deadline],
  })
}

const join = (parts: readonly (readonly [number, Hex])[]): Hex =>
  concatHex(parts.map(([code]) => numberToHex(code, { size: 1 })))
