/** Rows of one table that are not wrapped by the active key yet. */
export type RewrapKind<row> = {
  /** Reads the next such rows after an id, at most `limit`. */
  read(page: { after: string; limit: number }): Promise<readonly row[]>
  /** Returns a row's id, by which rows are ordered. */
  idOf(row: row): string
  /**
   * Rewraps a row under the active key unless another process wrote it in the meantime; returns the number of rows
   * written.
   */
  rewrap(row: row): Promise<number>
}

const batch = 200

/** Erases the row type of a kind, for a list of different kinds. */
export const rewrapKind = <row>(kind: RewrapKind<row>) => kind as RewrapKind<unknown>

/**
 * Rewraps rows under the active key while the server runs. Visits each row once: two processes that disagree on the
 * active key would otherwise rewrap each other's rows without end. Rows added meanwhile are left to the next run.
 * @returns the number of rewrapped rows
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
