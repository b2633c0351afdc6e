import type { Asset, Fact, FactLabel, FactValue } from './description.ts'
import { toHex } from './evm/hex.ts'
import { showLine } from './showText.ts'

/** From this amount on an allowance counts as unlimited. @source security 3.4 */
export const unlimitedFrom = 2n ** 160n - 1n
/** Later moments, beyond any calendar, are never. */
const lastMomentMs = 8_640_000_000_000_000

const row = (label: FactLabel, value: FactValue): Fact => ({ label, value })

/** A row with foreign text, made safe to show. */
export function textFact(label: FactLabel, text: string): Fact {
  return row(label, { kind: 'text', text: showLine(text) })
}

/** A row with an amount in the asset's smallest units. */
export function amountFact(label: FactLabel, amount: bigint, asset: Asset): Fact {
  return row(label, { kind: 'amount', amount, unlimited: amount >= unlimitedFrom, asset })
}

/** A row with a moment; a chain's moment is in seconds, and a very late one is never. */
export function momentFact(label: FactLabel, at: number): Fact {
  return row(label, { kind: 'moment', at: at > lastMomentMs ? 'never' : at })
}

/** Converts seconds of a chain to ms since 1970; `Infinity` beyond any calendar. */
export function chainMoment(seconds: bigint): number {
  return seconds > BigInt(lastMomentMs / 1000) ? Number.POSITIVE_INFINITY : Number(seconds) * 1000
}

/** A row with a count or a number without a unit. */
export function numberFact(label: FactLabel, number: bigint): Fact {
  return row(label, { kind: 'number', number })
}

/** Maximum of bytes shown of one value. */
const longestBytes = 512

/** A row with bytes; the first 512 are shown. */
export function hexFact(label: FactLabel, bytes: Uint8Array): Fact {
  const hex = toHex(bytes.subarray(0, longestBytes))
  return row(label, { kind: 'hex', hex, bytes: bytes.length })
}

/** A row with an address that is already formatted. */
export function addressFact(label: FactLabel, address: string, own: boolean): Fact {
  return row(label, { kind: 'address', address, own })
}
