import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { apiAddress, callApi } from '../http/callApi.ts'
import type { Network } from '../network/network.ts'

const endpoints = {
  wallet: getWalletImage,
  asset: getAssetImage,
  currency: getCurrencyImage,
  token: getTokenImage,
} as const

export type ImageKind = keyof typeof endpoints

/** Address of a picture at the api; undefined without `apiUrl`. @source ledger 7.22, 7.23, 7.24, 7.25 */
export function imageUrl(
  foyer: Foyer,
  { id, kind }: { id: string; kind: ImageKind },
): string | undefined {
  return apiAddress(foyer, endpoints[kind].path, { id })
}

/**
 * A picture of the api.
 *
 * @returns undefined when it could not be loaded: a monogram stands in for it. @source ledger 8.23
 */
export async function getImage(
  foyer: Foyer,
  { id, kind }: { id: string; kind: ImageKind },
): Promise<Blob | undefined> {
  try {
    return await callApi(foyer, endpoints[kind], { path: { id } })
  } catch (error) {
    foyer.log('info', `the image ${kind} ${id} could not be loaded`, error)
    return undefined
  }
}

/** Address of a network's picture; undefined when there is none. */
export function networkImageUrl(foyer: Foyer, network: Network): string | undefined {
  const { imageId, imageUrl: own } = network.assets ?? {}
  return own ?? (imageId ? imageUrl(foyer, { kind: 'asset', id: imageId }) : undefined)
}
