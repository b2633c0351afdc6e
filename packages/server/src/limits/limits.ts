import * as v from 'valibot'
import { wholeNumber } from '../environment/variables.ts'
import type { Rate } from './limiter.ts'

/** A limit: its environment variable, default, unit and description. */
export type Limit = {
  readonly variable: string
  /** Default value, in `unit`. */
  readonly default: number
  /** Unit of the variable. In the code, times are in ms and sizes in bytes. */
  readonly unit: string
  /** Description in the tables: `calls of one client over all routes`. */
  readonly counts: string
  /** Length of the window in ms, which makes it a rate. @default none */
  readonly windowMs?: number
  /** Minimum value. @default 1 */
  readonly min?: number
  /** Maximum value. @default 1,000,000,000 */
  readonly max?: number
}

/** All limits of a server, by their names in the code. */
export type LimitTable = Readonly<Record<string, Limit>>

/** Limits as passed to `start`: counts, ms and bytes. */
export type LimitSettings<table extends LimitTable> = {
  readonly [name in keyof table]?: number | undefined
}

/** Limits as enforced: a rate has a limit and a window, all others are numbers. */
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

/** Defines a table of limits, with its names in the type. */
export const defineLimits = <const table extends LimitTable>(table: table): table => table

/** Converts a value in a limit's unit to ms or bytes; returns counts unchanged. */
export const inCode = ({ unit }: Limit, written: number) => written * (scales.get(unit) ?? 1)

/** Merges the given limits with the defaults. */
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

/** Returns the schemas of a table's environment variables. */
export const limitVariables = (table: LimitTable): v.ObjectEntries =>
  Object.fromEntries(
    Object.values(table).map(({ default: written, min = 1, max = 1e9, unit, variable }) => [
      variable,
      v.optional(wholeNumber(min, max, unit), String(written)),
    ]),
  )

/** Converts parsed variables to limits. @param values - by variable, in its unit */
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
