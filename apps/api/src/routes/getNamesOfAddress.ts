import { getNamesOfAddress } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { parseAddress } from '../chains/parseAddress.ts'
import { ofProject } from '../doors.ts'

/** @source ledger 7.35 */
export const getNamesOfAddressRoute = defineRoute(
  getNamesOfAddress,
  ofProject,
  async ({ params }, { names }) => {
    const account = parseAddress(params.address)
    if (account === undefined)
      throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
    return names.findOf(account)
  },
  { budget: chainBudget },
)
