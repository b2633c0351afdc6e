import * as v from 'valibot'
import { wholeNumber } from '../environment/variables.ts'
import type { Rate } from './limiter.ts'

/** One limit: what it counts, and the environment variable that sets it. */
export type Limit = {
  readonly variable: string
  /** In `unit`, as an operator writes it. */
  readonly default: number
  /** Seconds, minutes and days are ms in the code; KiB and MiB are bytes. */
  readonly unit: string
  /** As the tables say it: `calls of one client over all routes`. */
  readonly counts: string
  /** Makes it a rate: so many in this time. @default none */
  readonly windowMs?: number
  /** @default 1 */
  readonly least?: number
  /** @default 1,000,000,000 */
  readonly most?: number
}

/** All limits of a server, by the name that the code has for them. */
export type LimitTable = Readonly<Record<string, Limit>>

/** Limits as a caller of `start` sets them: counts, ms and bytes. */
export type LimitSettings<table extends LimitTable> = {
  readonly [name in keyof table]?: number | undefined
}

/** Limits as a server enforces them: a rate has its window with it, anything else is a number. */
export type LimitsOf<table extends LimitTable> = {
  readonly [name in keyof table]: table[name] extends { windowMs: number } ? Rate : number
}

/** Units that a variable is written in, in ms or bytes. */
const scales: ReadonlyMap<string, number> = new Map([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['days', 86_400_000],
  ['KiB', 1024],
  ['MiB', 1_048_576],
])

/** Keeps the names of limits as types. */
export const defineLimits = <const table extends LimitTable>(table: table): table => table

/** A value of a variable in ms, bytes or as it is. */
export const inCode = ({ unit }: Limit, written: number) => written * (scales.get(unit) ?? 1)

/** The limits that hold: what is set, and the defaults of the others. */
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

/** What those variables say. @param values - by the name of the variable, in its unit */
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
