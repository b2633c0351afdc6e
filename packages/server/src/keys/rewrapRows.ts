/** Rows of one table that are not under the active key yet. */
export type RewrapKind<row> = {
  /** The next of them behind this one, by their ids, at most `limit`. */
  read(page: { after: string; limit: number }): Promise<readonly row[]>
  /** What they are ordered by. */
  idOf(row: row): string
  /** Puts one under the active key unless another process wrote it in the meantime; how many rows that were. */
  rewrap(row: row): Promise<number>
}

const batch = 200

/** One kind for {@link rewrapRows}, with the type of its rows kept to itself. */
export const rewrapKind = <row>(kind: RewrapKind<row>) => kind as RewrapKind<unknown>

/**
 * Puts rows under the active key while the server serves. Each row is met once: two processes that disagree on which key
 * is the active one would else take rows from each other without end. What came in between is left to the next time.
 *
 * @returns how many rows were wrapped anew
 */
export async function rewrapRows(kinds: readonly RewrapKind<unknown>[]): Promise<number> {
  let count = 0
  for (const { idOf, read, rewrap } of kinds)
    for (let after = ''; ; ) {
      const rows = await read({ after, limit: batch })
      for (const row of rows) count += await rewrap(row)
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch) break
      after = idOf(last)
    }
  return count
}
