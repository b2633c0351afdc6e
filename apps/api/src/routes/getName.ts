import { getName } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { ofProject } from '../doors.ts'

/** @source ledger 7.32, 7.35 */
export const getNameRoute = defineRoute(
  getName,
  ofProject,
  async ({ params }, { names }) => {
    const found = await names.find(params.name)
    if (found === undefined)
      throw new HttpError(404, 'resource-not-found', 'No such name', { field: 'name' })
    return found
  },
  { budget: chainBudget },
)
