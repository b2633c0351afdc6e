import { formatUnits } from '@foyer/protocol'

/** Digits after the point of an amount of money. */
export const fiatDecimals = 2

/** A price as an exact fraction: `units` / 10 ** `decimals`. */
type Price = { readonly units: bigint; readonly decimals: number }

/**
 * Converts an amount of a token to money, rounded down to cents.
 *
 * @param parameters.amount - In smallest units.
 * @param parameters.decimals - Of the token.
 * @param parameters.price - Of one token.
 * @returns Cents; undefined without a usable price.
 */
export function toFiat({ amount, decimals, price }: toFiat.Parameters): bigint | undefined {
  const exact = parsePrice(price)
  if (!exact) return undefined
  return (
    (amount * exact.units * 10n ** BigInt(fiatDecimals)) / 10n ** BigInt(decimals + exact.decimals)
  )
}

/**
 * Converts money to an amount of a token, rounded down to its smallest unit.
 *
 * @param parameters.cents - In hundredths of the currency.
 * @returns Smallest units; undefined without a usable price.
 */
export function fromFiat({
  cents,
  decimals,
  price,
}: Omit<toFiat.Parameters, 'amount'> & { cents: bigint }): bigint | undefined {
  const exact = parsePrice(price)
  if (!exact) return undefined
  return (
    (cents * 10n ** BigInt(decimals + exact.decimals)) / (exact.units * 10n ** BigInt(fiatDecimals))
  )
}

/** Formats cents as a plain decimal: `12.50`. */
export function formatCents(cents: bigint): string {
  const [whole = '0', fraction = ''] = formatUnits(cents, fiatDecimals).split('.')
  return `${whole}.${fraction.padEnd(fiatDecimals, '0')}`
}

export declare namespace toFiat {
  type Parameters = {
    amount: bigint
    decimals: number
    /** An estimate, as apis report it. @default none: no conversion */
    price: number | undefined
  }
}

/** The shortest decimal that reads as the same number, without its exponent. */
function parsePrice(price: number | undefined): Price | undefined {
  if (price === undefined || !Number.isFinite(price) || price <= 0) return undefined
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price)) ?? []
  const shift = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return shift >= 0
    ? { units: digits, decimals: shift }
    : { units: digits * 10n ** BigInt(-shift), decimals: 0 }
}
