import { getIdentity, isChainId } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { getAddress, isAddress } from 'viem/utils'
import { defineRoute } from '../route.ts'

/** @source ledger 7.33 */
export const getIdentityRoute = defineRoute(
  getIdentity,
  async ({ params, query }, { identities }) => {
    if (!isChainId(query.chainId)) {
      throw new HttpError(400, 'params-invalid', 'chainId: not a CAIP-2 id', { field: 'chainId' })
    }
    // Names are kept for EVM accounts; others have none here.
    if (!query.chainId.startsWith('eip155:')) return { name: null, avatar: null, resolvedAt: null }
    if (!isAddress(params.address, { strict: false })) {
      throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
    }
    return identities.get({ address: getAddress(params.address), chainId: query.chainId })
  },
)
