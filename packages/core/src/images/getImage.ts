import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import type { ImageKind } from './imageUrl.ts'

const endpoints = {
  wallet: getWalletImage,
  asset: getAssetImage,
  currency: getCurrencyImage,
  token: getTokenImage,
} as const

/**
 * Loads an image from the api.
 *
 * @returns undefined when it cannot be loaded: show a monogram. @source spec 8.23
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
