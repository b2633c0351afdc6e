import { getConvertApprove } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { ofProject } from '../doors.ts'
import { parseAllowance } from '../swap/parseAllowance.ts'

/** @source spec 7.35 */
export const getConvertApproveRoute = defineRoute(
  getConvertApprove,
  ofProject,
  async ({ query }, { approvals, rpc }) => {
    const parsed = parseAllowance(rpc, query)
    if (parsed.token.isNative) {
      throw new HttpError(400, 'params-invalid', 'tokenAddress: the coin needs no allowance', {
        field: 'tokenAddress',
      })
    }
    const { calls: _, ...built } = await approvals.build({
      ...parsed,
      amount: BigInt(query.amount),
    })
    return built
  },
  { budget: chainBudget },
)
