import type { Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Foyer } from '../foyer.ts'
import { getProfile } from './getProfile.ts'

/**
 * Loads name and image of the connected account into `profileName` and `profileImage`; neither without an api.
 *
 * @param parameters.force - Bypass the cache. @default false
 * @throws FoyerError `http-failed`, `request-timed-out`, `not-connected`
 * @source spec 7.33
 */
export async function loadIdentity(
  foyer: Foyer,
  parameters: { namespace?: Namespace | undefined; force?: boolean | undefined } = {},
): Promise<void> {
  if (foyer.options.apiUrl === undefined) return
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { address, chainId } = connection
  const { force } = parameters
  const { image, name } = await getProfile(foyer, { address, chainId, force })
  setDetails(foyer, {
    forAddress: address,
    forChainId: chainId,
    namespace: adapter.namespace,
    details: { profileName: name, profileImage: image },
  })
}
