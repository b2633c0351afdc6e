import { getConvertStatus } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import type { Hex } from 'viem'
import { ofProject } from '../doors.ts'
import { parseAccount, parseChain, requireAddress } from '../swap/parseAsset.ts'
import { swapBudget } from '../swap/swapBudget.ts'
import { takeSwapCall } from '../swap/swapCalls.ts'

/** @source spec 7.35 */
export const getConvertStatusRoute = defineRoute(
  getConvertStatus,
  ofProject,
  async ({ caller, query }, services) => {
    await takeSwapCall(services, caller)
    const { crossings, rpc } = services
    const to = parseChain(rpc, query.to, 'to')
    const { address } = parseAccount(rpc, query.userAddress, 'userAddress')
    return crossings.get({
      source: query.source,
      hash: query.hash as Hex,
      from: parseChain(rpc, query.from, 'from'),
      to,
      user: requireAddress(to, address, 'userAddress'),
    })
  },
  { budget: swapBudget },
)
