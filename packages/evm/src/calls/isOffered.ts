import type { Calls } from '@foyer/core'
import { getCapabilities } from './getCapabilities.ts'

/**
 * Returns whether the wallet can be asked for a batch. A session names its methods; any other wallet must have named its
 * capabilities, since some never answer an unknown method.
 */
export const isOffered: Calls['isOffered'] = async ({ address, chainId, provider, scope }) =>
  scope?.methods
    ? scope.methods.includes('wallet_sendCalls')
    : (await getCapabilities({ address, chainIds: [chainId], provider })) !== undefined
