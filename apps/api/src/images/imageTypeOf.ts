import type { ImageFile } from './imageFile.ts'

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Detects an image's type from its bytes: the sender's header is not trusted. */
export function imageTypeOf(bytes: Uint8Array): ImageFile['type'] | undefined {
  if (startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (startsWith(bytes, '\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF8')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4)) return 'image/avif'
  return /^(?:\s|<\?xml[^>]*>|<!DOCTYPE[^>[]*>|<!--[^>]*-->)*<svg[\s>]/.test(
    Buffer.from(bytes.subarray(0, 1024)).toString(),
  )
    ? 'image/svg+xml'
    : undefined
}
