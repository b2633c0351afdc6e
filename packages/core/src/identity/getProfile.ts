import type { ChainId } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { cleanName, getIdentityOf } from './getIdentityOf.ts'

/** Name and picture of an address, safe to show. */
export type Profile = { readonly name?: string | undefined; readonly image?: string | undefined }

/** Images that need no request. */
const inlineImage = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp|avif)[;,]/i

/**
 * Reads the registered name of any address, and its picture.
 *
 * @param parameters.force - Bypass the cache. @default false
 * @returns Neither if it has none, or without an api.
 * @throws FoyerError `http-failed`, `request-timed-out`
 * @source spec 7.33
 */
export async function getProfile(
  foyer: Foyer,
  parameters: { address: string; chainId: ChainId; force?: boolean | undefined },
): Promise<Profile> {
  const { apiUrl } = foyer.options
  if (apiUrl === undefined) return {}
  const { avatar, name } = await getIdentityOf(foyer, parameters)
  return { name: cleanName(name), image: cleanImage(avatar, apiUrl) }
}

/** Accepts inline images and those of the api. A request to any other host would reveal the user's visit. */
function cleanImage(image: string | null, apiUrl: string): string | undefined {
  if (image === null) return undefined
  const isOwn = URL.canParse(image) && new URL(image).origin === new URL(apiUrl).origin
  return isOwn || inlineImage.test(image) ? image : undefined
}
