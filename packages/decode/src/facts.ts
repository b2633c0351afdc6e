import type { Asset, Fact, FactLabel, FactValue } from './description.ts'
import { toHex } from './evm/hex.ts'
import { showLine } from './showText.ts'

/** Amount from which an allowance counts as unlimited. @source security 3.4 */
export const unlimitedFrom = 2n ** 160n - 1n
/** Latest time that `Date` can represent, in ms; later times count as `never`. */
const lastMomentMs = 8_640_000_000_000_000

const row = (label: FactLabel, value: FactValue): Fact => ({ label, value })

/** Makes a row with foreign text, escaped. */
export function textFact(label: FactLabel, text: string): Fact {
  return row(label, { kind: 'text', text: showLine(text) })
}

/** Makes a row with an amount in the asset's smallest units. */
export function amountFact(label: FactLabel, amount: bigint, asset: Asset): Fact {
  return row(label, { kind: 'amount', amount, unlimited: amount >= unlimitedFrom, asset })
}

/** Makes a row with a time, in ms since 1970; a time beyond the range of `Date` is shown as `never`. */
export function momentFact(label: FactLabel, at: number): Fact {
  return row(label, { kind: 'moment', at: at > lastMomentMs ? 'never' : at })
}

/** Converts a chain's seconds to ms since 1970; `Infinity` beyond the range of `Date`. */
export function chainMoment(seconds: bigint): number {
  return seconds > BigInt(lastMomentMs / 1000) ? Number.POSITIVE_INFINITY : Number(seconds) * 1000
}

/** Makes a row with a number without a unit. */
export function numberFact(label: FactLabel, number: bigint): Fact {
  return row(label, { kind: 'number', number })
}

/** Maximum of bytes shown in one row. */
const longestBytes = 512

/** Makes a row with bytes, of which the first 512 are shown. */
export function hexFact(label: FactLabel, bytes: Uint8Array): Fact {
  const hex = toHex(bytes.subarray(0, longestBytes))
  return row(label, { kind: 'hex', hex, bytes: bytes.length })
}

/** Makes a row with a formatted address. */
export function addressFact(label: FactLabel, address: string, own: boolean): Fact {
  return row(label, { kind: 'address', address, own })
}
