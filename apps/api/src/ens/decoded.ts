import type { Hex } from 'viem'

/** Decodes an answer; undefined when it is malformed, since a contract may return anything. */
export function decoded<value>(
  data: Hex | undefined,
  decode: (data: Hex) => value,
): value | undefined {
  if (data === undefined || data === '0x') return undefined
  try {
    return decode(data)
  } catch {
    return undefined
  }
}
