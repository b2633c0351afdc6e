import { readBytes } from '@foyer/server'
import type { ImageFile } from '../images/imageFile.ts'
import { readImageFile } from '../images/readImageFile.ts'

const longestBytes = 2 * 1024 * 1024
const timeoutMs = 5_000

/**
 * Fetches a picture from the operator's gateway: up to 2 MiB, within 5 s, without redirects.
 * @param address - URL below the gateway's
 * @returns undefined for a missing or too large file, or one that is not an image
 */
export async function readGatewayImage(address: string): Promise<ImageFile | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address, { redirect: 'error', signal })
    if (!response.ok) return undefined
    return readImageFile(await readBytes(response, longestBytes))
  } catch {
    // No picture when the gateway is down, or sends too much.
    return undefined
  }
}
