import { getConvertQuotes } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { parseAccount, parseAsset } from '../swap/parseAsset.ts'
import { swapBudget } from '../swap/swapBudget.ts'
import { takeSwapCall, toBps } from '../swap/swapCalls.ts'

/** @source spec 7.35 */
export const getConvertQuotesRoute = defineRoute(
  getConvertQuotes,
  ofProject,
  async ({ caller, query }, services) => {
    await takeSwapCall(services, caller)
    const { amount, from, gasPrice, slippage, to, userAddress } = query
    const { rpc, swaps } = services
    return swaps.getQuotes({
      from: parseAsset(rpc, from, 'from'),
      to: parseAsset(rpc, to, 'to'),
      amount: BigInt(amount),
      slippageBps: toBps(slippage),
      user:
        userAddress === undefined
          ? undefined
          : parseAccount(rpc, userAddress, 'userAddress').address,
      gasPrice: gasPrice === undefined ? undefined : BigInt(gasPrice),
    })
  },
  { budget: swapBudget },
)
