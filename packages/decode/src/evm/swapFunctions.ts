import { amountFact, chainMoment, momentFact } from '../facts.ts'
import {
  type CallContext,
  type EvmCall,
  evmAddressFact,
  type FunctionReading,
  isOwn,
  type KnownFunction,
  knownFunction,
} from './callReading.ts'
import { contractRole } from './knownContracts.ts'

type Call = EvmCall & { to: string }
type Swap = {
  /** Tokens from first to last. */
  path: readonly string[]
  /** Maximum paid of the first token; if omitted, the call's value is paid. */
  pays?: bigint
  /** Minimum received of the last token. */
  gets: bigint
  recipient: string
  deadline?: bigint
  coins?: 'in' | 'out'
}

/** Decodes a swap: the outgoing amount is in the call; the incoming one comes from the simulation, its minimum is a row. */
function readSwap(swap: Swap, call: Call, context: CallContext): FunctionReading {
  const { book } = context
  const [first, last] = [swap.path.at(0), swap.path.at(-1)]
  if (first === undefined || last === undefined || contractRole(call.to) !== 'router')
    return { action: 'swap', unknown: true }
  const offered = book.token(first)
  const wanted = swap.coins === 'out' ? book.native : book.token(last)
  const pays = swap.coins === 'in' ? undefined : swap.pays
  return {
    action: 'swap',
    facts: [
      ...(pays === undefined ? [] : [amountFact('offer', pays, offered)]),
      amountFact('consideration', swap.gets, wanted),
      evmAddressFact('recipient', swap.recipient, context),
      ...(swap.deadline === undefined ? [] : [momentFact('deadline', chainMoment(swap.deadline))]),
    ],
    warnings: [
      ...(isOwn(context, swap.recipient) ? [] : [{ code: 'sends-to-other' } as const]),
      ...(swap.coins === 'in' ? [] : book.warnings(first)),
      ...(swap.coins === 'out' ? [] : book.warnings(last)),
    ],
    leaves:
      pays === undefined || !isOwn(context, call.sender)
        ? []
        : [{ asset: offered, amount: pays, by: 'request' }],
  }
}

type TwoAmounts = readonly [bigint, bigint, readonly string[], string, bigint]
type OneAmount = readonly [bigint, readonly string[], string, bigint]
const twoAmounts = 'uint256,uint256,address[],address,uint256'
const oneAmount = 'uint256,address[],address,uint256'

function exactIn(name: string, coins?: 'out'): KnownFunction {
  return knownFunction<TwoAmounts>(
    name,
    twoAmounts,
    ([pays, gets, path, recipient, deadline], call, context) =>
      readSwap({ pays, gets, path, recipient, deadline, ...(coins && { coins }) }, call, context),
  )
}

function exactOut(name: string, coins?: 'out'): KnownFunction {
  return knownFunction<TwoAmounts>(
    name,
    twoAmounts,
    ([gets, pays, path, recipient, deadline], call, context) =>
      readSwap({ pays, gets, path, recipient, deadline, ...(coins && { coins }) }, call, context),
  )
}

function withCoins(name: string): KnownFunction {
  return knownFunction<OneAmount>(
    name,
    oneAmount,
    ([gets, path, recipient, deadline], call, context) =>
      readSwap({ gets, path, recipient, deadline, coins: 'in' }, call, context),
  )
}

type Single = readonly [string, string, bigint, string, bigint, bigint, bigint]
type OldSingle = readonly [string, string, bigint, string, bigint, bigint, bigint, bigint]

/**
 * Swaps of well-known routers. @source https://docs.uniswap.org/contracts (v2 Router02, v3 SwapRouter and SwapRouter02)
 */
export const swapFunctions: Readonly<Record<string, KnownFunction>> = {
  '0x38ed1739': exactIn('swapExactTokensForTokens'),
  '0x18cbafe5': exactIn('swapExactTokensForETH', 'out'),
  '0x8803dbee': exactOut('swapTokensForExactTokens'),
  '0x4a25d94a': exactOut('swapTokensForExactETH', 'out'),
  '0x7ff36ab5': withCoins('swapExactETHForTokens'),
  '0xfb3bdb41': withCoins('swapETHForExactTokens'),
  '0x5c11d795': exactIn('swapExactTokensForTokensSupportingFeeOnTransferTokens'),
  '0x791ac947': exactIn('swapExactTokensForETHSupportingFeeOnTransferTokens', 'out'),
  '0xb6f9de95': withCoins('swapExactETHForTokensSupportingFeeOnTransferTokens'),
  '0x04e45aaf': knownFunction<readonly [Single]>(
    'exactInputSingle',
    '(address,address,uint24,address,uint256,uint256,uint160)',
    ([[tokenIn, tokenOut, , recipient, pays, gets]], call, context) =>
      readSwap({ path: [tokenIn, tokenOut], pays, gets, recipient }, call, context),
  ),
  '0x414bf389': knownFunction<readonly [OldSingle]>(
    'exactInputSingle',
    '(address,address,uint24,address,uint256,uint256,uint256,uint160)',
    ([[tokenIn, tokenOut, , recipient, deadline, pays, gets]], call, context) =>
      readSwap({ path: [tokenIn, tokenOut], pays, gets, recipient, deadline }, call, context),
  ),
}
