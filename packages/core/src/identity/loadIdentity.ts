import type { Namespace } from '@foyer/protocol'
import { getIdentity, type Identity } from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/** Lifetime of a name and picture, ms. @source ledger 9.16 */
export const identityTtlMs = 300_000

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
  const identity: Identity = await cached(foyer, {
    key: `identity:${chainId}:${address}`,
    ttlMs: identityTtlMs,
    schema: getIdentity.response,
    force: parameters.force ?? false,
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

/** Removes characters that reverse or hide the text next to the name, since anyone can register any name. */
function cleanName(name: string | null): string | undefined {
  return (
    name?.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim() || undefined
  )
}

/** Accepts inline images and those of the api. A request to any other host would reveal the user's visit. */
function cleanImage(image: string | null, apiUrl: string): string | undefined {
  if (image === null) return undefined
  const isOwn = URL.canParse(image) && new URL(image).origin === new URL(apiUrl).origin
  return isOwn || inlineImage.test(image) ? image : undefined
}
