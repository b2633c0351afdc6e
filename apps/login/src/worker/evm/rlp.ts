import { concat } from '@foyer/decode/internal'

/** Bytes, or a list of encodable items. */
export type Rlp = Uint8Array | readonly Rlp[]

function lengthBytes(length: number): number[] {
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return bytes
}

function prefix(length: number, short: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(short + length)
  const bytes = lengthBytes(length)
  return Uint8Array.of(short + 55 + bytes.length, ...bytes)
}

/** Encodes a value in RLP (recursive length prefix). @source Ethereum yellow paper, appendix B */
export function encodeRlp(value: Rlp): Uint8Array<ArrayBuffer> {
  if (value instanceof Uint8Array) {
    if (value.length === 1 && value[0]! < 0x80) return Uint8Array.from(value)
    return concat(prefix(value.length, 0x80), value)
  }
  const items = concat(...value.map(encodeRlp))
  return concat(prefix(items.length, 0xc0), items)
}

/** Encodes a quantity as big-endian bytes without leading zeros; zero is the empty array. */
export function encodeQuantity(value: bigint): Uint8Array<ArrayBuffer> {
  if (value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
