import * as v from 'valibot'

/** Bytes as hex, at most so many. */
export const hex = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be hex'),
    v.maxLength(2 + 2 * bytes),
    v.transform((text) => text as `0x${string}`),
  )

/** A number as hex, below 2^256. */
export const word = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => text as `0x${string}`),
)

/** A number as hex, below 2^bits. */
export const quantity = (bits: number) =>
  v.pipe(
    word,
    v.transform((text) => BigInt(text)),
    v.check((value) => value < 1n << BigInt(bits), `must be below 2^${bits}`),
  )
