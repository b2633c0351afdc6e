import * as v from 'valibot'
import { wholeNumber } from '../environment/variables.ts'
import type { Rate } from './limiter.ts'

/** One limit: the text of its count, and the environment variable that sets it. */
export type Limit = {
  readonly variable: string
  /** In `unit`, as an operator writes it. */
  readonly default: number
  /** Seconds, minutes and days are ms in the code; KiB and MiB are bytes. */
  readonly unit: string
  /** The text in the tables: `calls of one client over all routes`. */
  readonly counts: string
  /** Makes it a rate: this many per window. @default none */
  readonly windowMs?: number
  /** @default 1 */
  readonly least?: number
  /** @default 1,000,000,000 */
  readonly most?: number
}

/** All limits of a server, by their names in the code. */
export type LimitTable = Readonly<Record<string, Limit>>

/** Limits as a caller of `start` sets them: counts, ms and bytes. */
export type LimitSettings<table extends LimitTable> = {
  readonly [name in keyof table]?: number | undefined
}

/** Limits as a server enforces them: a rate includes its window, anything else is a number. */
export type LimitsOf<table extends LimitTable> = {
  readonly [name in keyof table]: table[name] extends { windowMs: number } ? Rate : number
}

/** Units of variables, in ms or bytes. */
const scales: ReadonlyMap<string, number> = new Map([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['days', 86_400_000],
  ['KiB', 1024],
  ['MiB', 1_048_576],
])

/** Keeps the names of limits in the type. */
export const defineLimits = <const table extends LimitTable>(table: table): table => table

/** Converts a variable's value to ms or bytes, or returns it unchanged. */
export const inCode = ({ unit }: Limit, written: number) => written * (scales.get(unit) ?? 1)

/** The limits in force: the given ones, and defaults for the others. */
export function resolveLimits<table extends LimitTable>(
  table: table,
  settings: LimitSettings<table> = {},
): LimitsOf<table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, limit]) => {
      const value = settings[name] ?? inCode(limit, limit.default)
      const { windowMs } = limit
      return [name, windowMs === undefined ? value : { limit: value, windowMs }]
    }),
  ) as LimitsOf<table>
}

/** The schemas of the variables of a table. */
export const limitVariables = (table: LimitTable): v.ObjectEntries =>
  Object.fromEntries(
    Object.values(table).map(({ default: written, least = 1, most = 1e9, unit, variable }) => [
      variable,
      v.optional(wholeNumber(least, most, unit), String(written)),
    ]),
  )

/** Reads those variables. @param values - by the name of the variable, in its unit */
export const readLimits = <table extends LimitTable>(
  table: table,
  values: Readonly<Record<string, unknown>>,
): { readonly [name in keyof table]: number } =>
  Object.fromEntries(
    Object.entries(table).map(([name, limit]) => [
      name,
      inCode(limit, values[limit.variable] as number),
    ]),
  ) as never
