import { getNamesOfAddress } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { parseAddress } from '../chains/parseAddress.ts'
import { ofProject } from '../doors.ts'
import { keyedBudget, takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.35 */
export const getNamesOfAddressRoute = defineRoute(
  getNamesOfAddress,
  ofProject,
  async ({ caller, params }, services) => {
    await takeKeyedCall(services, caller, 'identities')
    const account = parseAddress(params.address)
    if (account === undefined)
      throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
    return services.names.findOf(account)
  },
  { budget: keyedBudget('identities') },
)
