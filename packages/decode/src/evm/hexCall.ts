import { concat, fromHex } from './hex.ts'

/** A 32-byte word of a call: an address or a number. */
export function abiWord(value: string | bigint): Uint8Array<ArrayBuffer> {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2)
  return fromHex(`0x${digits.padStart(64, '0')}`)
}

/** Data of a call: selector and words. */
export function callBytes(selector: string, ...words: readonly (string | bigint)[]) {
  return concat(fromHex(selector), ...words.map(abiWord))
}
