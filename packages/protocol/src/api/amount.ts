import * as v from 'valibot'

const largestAmount = 2n ** 256n - 1n
const digitsPattern = /^(0|[1-9]\d{0,77})$/

/** An amount in smallest units, as decimal digits: `1500000`. It never passes through a float. */
export const amount = v.pipe(
  v.string(),
  v.check(
    (text) => digitsPattern.test(text) && BigInt(text) <= largestAmount,
    'must be a whole number of smallest units',
  ),
)

/** An amount above 0. */
export const positiveAmount = v.pipe(
  amount,
  v.check((digits) => digits !== '0', 'must be above 0'),
)
