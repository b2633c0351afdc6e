import { getIdentity, type Identity, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../createFoyer.ts'
import { callApi } from '../http/callApi.ts'

/** How long a name and picture are good, ms. @source ledger 9.16 */
export const identityTtlMs = 300_000

/** Images that a page may show as they are. */
const safeImage = /^(https:\/\/|data:image\/(?:svg\+xml|png|jpeg|gif|webp)[;,])/i

/**
 * Loads name and picture of the connected account into `profileName` and `profileImage`. Without an api there are none.
 *
 * @throws FoyerError `http-failed`, `request-timed-out`, `not-connected`
 * @source ledger 7.33
 */
export async function loadIdentity(
  foyer: Foyer,
  parameters: { namespace?: Namespace | undefined } = {},
): Promise<void> {
  if (foyer.options.apiUrl === undefined) return
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { address, chainId } = connection
  const identity: Identity = await cached(foyer, {
    key: `identity:${chainId}:${address}`,
    ttlMs: identityTtlMs,
    schema: getIdentity.response,
    load: () => callApi(foyer, getIdentity, { path: { address }, query: { chainId } }),
  })
  const image = identity.avatar ?? undefined
  setDetails(foyer, {
    forAddress: address,
    namespace: adapter.namespace,
    details: {
      profileName: identity.name ?? undefined,
      profileImage: image && safeImage.test(image) ? image : undefined,
    },
  })
}
