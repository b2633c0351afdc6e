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
  const { apiUrl } = foyer.options
  if (apiUrl === undefined) return
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { address, chainId } = connection
  const identity: Identity = await cached(foyer, {
    key: `identity:${chainId}:${address}`,
    ttlMs: identityTtlMs,
    schema: getIdentity.response,
    load: () => callApi(foyer, getIdentity, { path: { address }, query: { chainId } }),
  })
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

/** Without what would turn around or hide the text next to it: anybody may register a name. */
function cleanName(name: string | null): string | undefined {
  return (
    name?.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim() || undefined
  )
}

/** An image that a page may show as it is: encrypted on its way, or inline, or the api's own. */
function cleanImage(image: string | null, apiUrl: string): string | undefined {
  if (image === null) return undefined
  const isOwn = URL.canParse(image) && new URL(image).origin === new URL(apiUrl).origin
  return isOwn || safeImage.test(image) ? image : undefined
}
