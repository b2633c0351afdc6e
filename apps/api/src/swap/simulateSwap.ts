import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, hexToBigInt, numberToHex, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseHex } from '../rpc/ethCall.ts'
import { parseResult } from '../rpc/parseResult.ts'
import { convertError } from './convertError.ts'
import type { ProposedCall, SignedPermit, SimulatedLog, SwapAsset } from './swapSource.ts'
import { takesMore } from './takesMore.ts'

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function getEthBalance(address account) view returns (uint256)',
])

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as Hex),
)
const quantity = v.pipe(hex, v.transform(hexToBigInt))
const answer = v.pipe(
  v.array(
    v.object({
      calls: v.array(
        v.object({
          status: hex,
          returnData: hex,
          gasUsed: quantity,
          logs: v.optional(
            v.array(v.object({ address: hex, topics: v.array(hex), data: hex })),
            [],
          ),
          error: v.optional(v.object({ message: v.optional(v.string(), '') })),
        }),
      ),
    }),
  ),
  v.length(1),
)

/** The effect of a swap on its user, computed by the chain's own node. */
export type SimulatedSwap = {
  /** In smallest units; 0 if it arrives on another chain. */
  readonly received: bigint
  /** The logs of the call itself. */
  readonly logs: readonly SimulatedLog[]
  /** Gas of the transaction, with a reserve. */
  readonly gasLimit: bigint
}

/** Words of the contracts' own errors for "less than the minimum". */
const tooLittle = /INSUFFICIENT_OUTPUT_AMOUNT|Too little received|V[34]TooLittleReceived|slippage/i

/** Errors without words, by their selectors: another contract may have wrapped them. */
const errors = {
  /** `V4TooLittleReceived(uint256,uint256)`. @source https://github.com/Uniswap/v4-periphery IV4Router.sol */
  tooLittle: ['8b063d73'],
  /** `AllowanceExpired(uint256)`, `InsufficientAllowance(uint256)`. @source https://github.com/Uniswap/permit2 */
  allowance: ['d81b2f2e', 'f96fb071'],
} as const

/**
 * Runs a call on the node's latest state, and measures the user's balances before and after it.
 * @throws HttpError `insufficient-balance`, `insufficient-allowance`, `swap-reverts`, `price-moved`; `swap-refused` if more
 *   leaves than the swap spends or an allowance is given; `simulation-unavailable`
 * @source https://github.com/ethereum/execution-apis (eth_simulateV1)
 */
export async function simulateSwap(
  rpc: ChainRpc,
  chain: EvmChain,
  { amount, approvals = [], call, from, permit, to, user }: simulateSwap.Parameters,
): Promise<SimulatedSwap> {
  const isHere = to.chain.caipId === chain.caipId
  const balanceOf = (asset: SwapAsset) =>
    asset.isNative
      ? {
          to: chain.multicall3,
          data: encodeFunctionData({ abi, functionName: 'getEthBalance', args: [user] }),
        }
      : {
          to: asset.address as Address,
          data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [user] }),
        }
  const { spender } = call
  const calls = [
    ...approvals,
    balanceOf(from),
    balanceOf(isHere ? to : from),
    // Without a spender a second read of the balance, so that each answer has its place.
    spender === undefined || from.isNative
      ? balanceOf(from)
      : {
          to: from.address as Address,
          data: encodeFunctionData({ abi, functionName: 'allowance', args: [user, spender] }),
        },
    { to: call.to, data: call.data, value: numberToHex(call.value) },
    balanceOf(from),
    balanceOf(isHere ? to : from),
  ].map((one) => ({ from: user, ...one }))
  const simulation = {
    blockStateCalls: [{ calls }],
    // Coins that move appear as logs, too.
    traceTransfers: true,
    validation: false,
  }
  const [raw, estimate] = await rpc.send(chain, [
    { method: 'eth_simulateV1', params: JSON.stringify([simulation, 'latest']) },
    // The simulated block may have the time of the last one, at which pools write less than in the next one.
    { method: 'eth_estimateGas', params: JSON.stringify([calls.at(-3)]) },
  ])
  if (raw && 'error' in raw) {
    throw convertError(
      /insufficient funds/i.test(raw.error) ? 'insufficient-balance' : 'simulation-unavailable',
      { cause: raw.error },
    )
  }
  const all = parseResult(chain, raw, answer)[0]!.calls
  if (all.length !== calls.length) throw convertError('simulation-unavailable')
  const results = all.slice(approvals.length)
  if (all.some(({ status }, index) => index < approvals.length && hexToBigInt(status) !== 1n))
    throw convertError('swap-reverts')
  const word = (index: number) => {
    const { returnData, status } = results[index]!
    if (hexToBigInt(status) !== 1n || returnData.length !== 66) throw convertError('token-unknown')
    return hexToBigInt(returnData)
  }
  if (word(0) < amount) throw convertError('insufficient-balance')
  if (permit === undefined && word(2) < amount) throw convertError('insufficient-allowance')
  const swap = results[3]!
  if (hexToBigInt(swap.status) !== 1n) {
    const reason = `${swap.error?.message ?? ''} ${readReason(swap.returnData)}`
    const isError = (selectors: readonly string[]) =>
      selectors.some((selector) => swap.returnData.includes(selector))
    if (isError(errors.allowance)) throw convertError('insufficient-allowance', { cause: reason })
    const isMoved = tooLittle.test(reason) || isError(errors.tooLittle)
    throw convertError(isMoved ? 'price-moved' : 'swap-reverts', { cause: reason })
  }
  const allowed = {
    ...{ user, spends: from, target: call.to },
    spender: from.isNative ? undefined : spender,
  }
  if (takesMore(swap.logs as SimulatedLog[], allowed)) throw convertError('swap-refused')
  if (word(0) - word(4) > amount) throw convertError('swap-refused')
  const estimated = estimate && 'result' in estimate ? hexToBigInt(parseHex(chain, estimate)) : 0n
  const used = swap.gasUsed > estimated ? swap.gasUsed : estimated
  // Room for refunds, which come only after the gas is spent, and for a state that changes until then.
  const logs = swap.logs as SimulatedLog[]
  return { received: isHere ? word(5) - word(1) : 0n, gasLimit: (used * 7n) / 5n, logs }
}

export declare namespace simulateSwap {
  type Parameters = {
    amount: bigint
    /** Calls that come before it in the same transaction. @default none */
    approvals?: readonly { readonly to: Address; readonly data: Hex }[]
    call: ProposedCall
    from: SwapAsset
    /** The call contains it. @default the allowance is on the chain */
    permit?: SignedPermit | undefined
    to: SwapAsset
    user: Address
  }
}

/** The printable part of a revert's data: only compared, never passed on. */
const readReason = (data: Hex) =>
  Buffer.from(data.slice(2, 2048), 'hex')
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '')
