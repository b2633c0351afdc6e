import type { Calls } from '@foyer/core'
import { getCapabilities } from './getCapabilities.ts'

/**
 * Returns whether the wallet sends a batch as one transaction on a chain, now or after the user has allowed its account
 * to be upgraded.
 */
export const isAtomic: Calls['isAtomic'] = async ({ address, chainId, provider }) => {
  const found = await getCapabilities({ address, chainIds: [chainId], provider })
  const atomic = found?.[chainId]?.atomic
  return atomic === 'supported' || atomic === 'ready'
}
