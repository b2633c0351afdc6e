import * as v from 'valibot'

/** Names of the headers, by version. In version 1, the terms are in the body. */
export const paymentHeaders = {
  2: { required: 'PAYMENT-REQUIRED', payment: 'PAYMENT-SIGNATURE', settlement: 'PAYMENT-RESPONSE' },
  1: { required: undefined, payment: 'X-PAYMENT', settlement: 'X-PAYMENT-RESPONSE' },
} as const

/** Longest header that is read, in characters: servers accept 16 KiB of headers. */
const headerLength = 12_288

/** Writes a value as base64 of its JSON. */
export function encodeHeader(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Reads a header by its schema; undefined if it is missing, too long or of another shape. */
export function decodeHeader<const schema extends v.GenericSchema>(
  schema: schema,
  text: string | null | undefined,
): v.InferOutput<schema> | undefined {
  if (!text || text.length > headerLength) return undefined
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.output : undefined
  } catch {
    // No base64 or no JSON: like a missing header.
    return undefined
  }
}
