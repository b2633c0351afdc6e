import type { TypedData } from './typedData.ts'

/** Returns a struct's fields as one text: `address owner,uint256 value`. */
export function shapeOf(data: TypedData, type: string): string {
  const fields = Object.hasOwn(data.types, type) ? data.types[type] : undefined
  return (fields ?? []).map((field) => `${field.type} ${field.name}`).join(',')
}

/** Reads values of typed data that has been hashed, so that their types are valid. */
export const read = {
  number: (value: unknown): bigint => {
    const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
    return typeof text === 'string' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text)
      ? BigInt(text)
      : 0n
  },
  address: (value: unknown): string =>
    typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
      ? value.toLowerCase()
      : `0x${'0'.repeat(40)}`,
  hex: (value: unknown): string =>
    typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value) ? value : '0x',
  record: (value: unknown): Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {},
  list: (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
    Array.isArray(value) ? value.map((item) => read.record(item)) : [],
}
