/** One line of the size table, and its source files. */
export type Row = {
  name: string
  measured: number
  /** Gzip bytes, or the number of fetched script files. */
  unit: 'bytes' | 'files'
  files: { path: string; length: number }[]
  budget: number
}

/** The measured size when the limit was set, and the limit: at most 10 % above it. */
export type Limits = Record<string, { measured: number; limit: number }>

/** @returns A problem for each row above its limit or budget, without a limit, or with a limit more than 10 % above its measure. */
export function judgeSizes(rows: Row[], limits: Limits): string[] {
  const problems = rows.flatMap(({ name, measured, unit, budget }) => {
    const set = limits[name]
    if (!(measured > 0)) return [`${name}: nothing was measured`]
    if (measured > budget) return [`${name}: ${measured} ${unit}, the budget is ${budget}`]
    if (!set) return [`${name}: has no limit: npm run size -- --write`]
    if (measured > set.limit) return [`${name}: ${measured} ${unit}, the limit is ${set.limit}`]
    if (set.limit > set.measured * 1.1)
      return [`${name}: its limit is more than 10 % above what was measured`]
    return []
  })
  const stale = Object.keys(limits).filter((name) => rows.every((row) => row.name !== name))
  return [...problems, ...stale.map((name) => `${name}: has a limit and is not measured`)]
}
