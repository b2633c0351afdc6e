import { readBytes } from '@foyer/server'
import type { ImageFile } from '../images/imageFile.ts'

const longestBytes = 2 * 1024 * 1024
const timeoutMs = 5_000

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Detects the type from the bytes and ignores the gateway's header. */
function typeOf(bytes: Uint8Array): ImageFile['type'] | undefined {
  if (startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (startsWith(bytes, '\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF8')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'ftypavif', 4)) return 'image/avif'
  return /^(?:\uFEFF|\s|<\?xml[^>]*>|<!--[^>]*-->)*<svg[\s>]/.test(
    Buffer.from(bytes.subarray(0, 1024)).toString(),
  )
    ? 'image/svg+xml'
    : undefined
}

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
    const body = await readBytes(response, longestBytes)
    const type = typeOf(body)
    return type && { type, body }
  } catch {
    // No picture when the gateway is down, or sends too much.
    return undefined
  }
}
