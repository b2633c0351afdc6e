import { imagePaths } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { apiAddress } from '../http/apiAddress.ts'
import type { Network } from '../network/network.ts'

export type ImageKind = keyof typeof imagePaths

/** Returns the address of an image at the api; undefined without `apiUrl`. @source spec 7.22, 7.23, 7.24, 7.25 */
export function imageUrl(
  foyer: Foyer,
  { id, kind }: { id: string; kind: ImageKind },
): string | undefined {
  return apiAddress(foyer, imagePaths[kind], { id })
}

/** Returns the address of a network's image; undefined if there is none. */
export function networkImageUrl(foyer: Foyer, network: Network): string | undefined {
  const { imageId, imageUrl: own } = network.assets ?? {}
  return own ?? (imageId ? imageUrl(foyer, { kind: 'asset', id: imageId }) : undefined)
}
