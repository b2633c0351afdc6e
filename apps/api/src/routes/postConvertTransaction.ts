import { postConvertTransaction } from '@foyer/protocol/api'
import { decodeBody, defineRoute, parseInput } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { parseJson } from '../parseJson.ts'
import { parseAccount, parseAsset, requireAddress } from '../swap/parseAsset.ts'
import { swapBudget } from '../swap/swapBudget.ts'
import { takeSwapCall, toBps } from '../swap/swapCalls.ts'

/** @source spec 7.36 */
export const postConvertTransactionRoute = defineRoute(
  postConvertTransaction,
  ofProject,
  async ({ body, caller }, services) => {
    await takeSwapCall(services, caller)
    const { rpc, swaps } = services
    const { allowance, permit, slippage } = body.eip155
    const from = parseAsset(rpc, body.from, 'from')
    const { address } = parseAccount(rpc, body.userAddress, 'userAddress')
    return swaps.build({
      from,
      to: parseAsset(rpc, body.to, 'to'),
      amount: BigInt(body.amount),
      slippageBps: toBps(slippage),
      user: requireAddress(from.chain, address, 'userAddress'),
      source: body.source,
      isBatch: allowance === 'batch',
      permit: permit && {
        deadline: BigInt(permit.deadline),
        signature: permit.signature as `0x${string}`,
      },
      minToAmount: body.minToAmount === undefined ? undefined : BigInt(body.minToAmount),
    })
  },
  {
    parse: (bytes) => parseInput(postConvertTransaction.body, parseJson(decodeBody(bytes))),
    budget: (limits) => ({ ...swapBudget(limits), bodyBytes: limits.swapBodyBytes }),
  },
)
