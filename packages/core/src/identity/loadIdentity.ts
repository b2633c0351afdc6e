import type { Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Foyer } from '../foyer.ts'
import { cleanName, getIdentityOf } from './getIdentityOf.ts'

/** Images that need no request. */
const inlineImage = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp|avif)[;,]/i

/**
 * Loads name and image of the connected account into `profileName` and `profileImage`; neither without an api.
 *
 * @param parameters.force - Bypass the cache. @default false
 * @throws FoyerError `http-failed`, `request-timed-out`, `not-connected`
 * @source ledger 7.33
 */
export async function loadIdentity(
  foyer: Foyer,
  parameters: { namespace?: Namespace | undefined; force?: boolean | undefined } = {},
): Promise<void> {
  const { apiUrl } = foyer.options
  if (apiUrl === undefined) return
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { address, chainId } = connection
  const { force } = parameters
  const identity = await getIdentityOf(foyer, { address, chainId, force })
  setDetails(foyer, {
    forAddress: address,
    forChainId: chainId,
    namespace: adapter.namespace,
    details: {
      profileName: cleanName(identity.name),
      profileImage: cleanImage(identity.avatar, apiUrl),
    },
  })
}

/** Accepts inline images and those of the api. A request to any other host would reveal the user's visit. */
function cleanImage(image: string | null, apiUrl: string): string | undefined {
  if (image === null) return undefined
  const isOwn = URL.canParse(image) && new URL(image).origin === new URL(apiUrl).origin
  return isOwn || inlineImage.test(image) ? image : undefined
}
