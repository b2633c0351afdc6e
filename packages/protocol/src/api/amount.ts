import * as v from 'valibot'

const maxAmount = 2n ** 256n - 1n

/** An amount in smallest units, as decimal digits: `1500000`. It never passes through a float. */
export const amount = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,77})$/, 'must be a whole number of smallest units'),
  v.check((digits) => BigInt(digits) <= maxAmount, 'is larger than a token can hold'),
)

/** An amount above 0. */
export const positiveAmount = v.pipe(
  amount,
  v.check((digits) => digits !== '0', 'must be above 0'),
)
