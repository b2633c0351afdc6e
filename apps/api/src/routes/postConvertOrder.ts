import { postConvertOrder } from '@foyer/protocol/api'
import { decodeBody, defineRoute, parseInput } from '@foyer/server'
import type { Address, Hex } from 'viem'
import { ofProject } from '../doors.ts'
import { parseJson } from '../parseJson.ts'
import { parseAccount } from '../swap/parseAsset.ts'
import { swapBudget } from '../swap/swapBudget.ts'
import { takeSwapCall } from '../swap/swapCalls.ts'

/** @source spec 7.36 */
export const postConvertOrderRoute = defineRoute(
  postConvertOrder,
  ofProject,
  async ({ body, caller }, services) => {
    await takeSwapCall(services, caller)
    const { address, chain } = parseAccount(services.rpc, body.userAddress, 'userAddress')
    const { source, typedData } = body
    const orderId = await services.swaps.submit(source, {
      ...{ chain, typedData, user: address as Address, signature: body.signature as Hex },
    })
    return { orderId }
  },
  {
    parse: (bytes) => parseInput(postConvertOrder.body, parseJson(decodeBody(bytes))),
    budget: (limits) => ({ ...swapBudget(limits), bodyBytes: limits.orderBodyBytes }),
  },
)
