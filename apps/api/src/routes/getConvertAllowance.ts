import { getConvertAllowance } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { ofProject } from '../doors.ts'
import { parseAllowance } from '../swap/parseAllowance.ts'

/** @source spec 7.35 */
export const getConvertAllowanceRoute = defineRoute(
  getConvertAllowance,
  ofProject,
  async ({ query }, { approvals, rpc }) => ({
    allowance: String(await approvals.getAllowance(parseAllowance(rpc, query))),
  }),
  { budget: chainBudget },
)
