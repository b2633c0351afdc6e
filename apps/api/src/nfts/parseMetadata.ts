import { cleanText, readOwn } from '@foyer/protocol'
import { isDeceptiveName } from './isDeceptiveName.ts'

/** The parsed description of an NFT. */
export type ParsedMetadata = {
  readonly name: string | null
  readonly isDeceptive: boolean
  /** A URI, or the text of an SVG as a `data:` URI. */
  readonly image: string | null
}

const longestName = 120

/**
 * Parses an NFT's description.
 *
 * @returns undefined for a text that is none: no JSON object with a name or an image
 * @source https://eips.ethereum.org/EIPS/eip-721 and https://eips.ethereum.org/EIPS/eip-1155#metadata
 */
export function parseMetadata(bytes: Uint8Array): ParsedMetadata | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const read = (key: string) => {
    const field = readOwn(value as Record<string, unknown>, key)
    return typeof field === 'string' && field.trim() !== '' ? field.trim() : undefined
  }
  const written = read('name')?.slice(0, 1024)
  const name = written === undefined ? null : cleanText(written, longestName) || null
  const drawing = read('image_data')
  const image =
    read('image') ??
    read('image_url') ??
    (drawing?.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(drawing)}` : drawing)
  if (name === null && image === undefined) return undefined
  return { name, isDeceptive: isDeceptiveName(written ?? ''), image: image ?? null }
}
