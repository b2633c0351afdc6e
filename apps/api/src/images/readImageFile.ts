import type { ImageFile } from './imageFile.ts'
import { imageTypeOf } from './imageTypeOf.ts'
import { sanitizeSvg } from './sanitizeSvg.ts'

/** Makes an image of untrusted bytes that browsers may show. @returns undefined for anything else */
export function readImageFile(bytes: Uint8Array): ImageFile | undefined {
  const type = imageTypeOf(bytes)
  if (type !== 'image/svg+xml') return type && { type, body: bytes }
  const body = sanitizeSvg(new TextDecoder().decode(bytes))
  return body === undefined ? undefined : { type, body }
}
