import { FoyerError } from '@foyer/protocol'

/** Encodes bytes as `0x…`. Not for private keys: the string can not be wiped. */
export function toHex(bytes: Uint8Array): string {
  let text = '0x'
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** Decodes `0x…`. @throws {@link FoyerError} `params-invalid` unless it is `0x` and an even number of hex digits */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(text))
    throw new FoyerError('params-invalid', { details: 'Bytes are written 0x and two digits each.' })
  const bytes = new Uint8Array((text.length - 2) / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(2 + index * 2, 4 + index * 2), 16)
  return bytes
}

/** Concatenates bytes. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
