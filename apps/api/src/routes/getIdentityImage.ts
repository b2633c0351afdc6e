import { getIdentityImage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { readIdentityAccount } from '../identity/readIdentityAccount.ts'
import { defineImageRoute } from '../images/defineImageRoute.ts'

/** @source spec 7.33 */
export const getIdentityImageRoute = defineImageRoute(
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
  { budget: chainBudget },
)
