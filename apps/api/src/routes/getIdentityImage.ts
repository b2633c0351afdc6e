import { getIdentityImage } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { identityBudget, readIdentityAccount } from '../identity/readIdentityAccount.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.33 */
export const getIdentityImageRoute = defineRoute(
  getIdentityImage,
  async ({ params, query }, { identities }) => {
    const account = readIdentityAccount(params.address, query.chainId)
    const image = account && (await identities.getImage(account))
    if (image === undefined) {
      throw new HttpError(404, 'resource-not-found', 'No picture of this address is served here', {
        field: 'address',
      })
    }
    return image
  },
  { budget: identityBudget },
)
