import { concat, fromHex } from './hex.ts'

/** Encodes an address or a number as a 32-byte word. */
export function abiWord(value: string | bigint): Uint8Array<ArrayBuffer> {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2)
  return fromHex(`0x${digits.padStart(64, '0')}`)
}

/** Encodes the data of a call: selector and 32-byte words. */
export function callBytes(selector: string, ...words: readonly (string | bigint)[]) {
  return concat(fromHex(selector), ...words.map(abiWord))
}
