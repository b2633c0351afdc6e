/** Rows of one table that are not wrapped by the active key yet. */
export type RewrapKind<row> = {
  /** The next such rows after this id, at most `limit`. */
  read(page: { after: string; limit: number }): Promise<readonly row[]>
  /** The id that rows are ordered by. */
  idOf(row: row): string
  /**
   * Rewraps a row under the active key unless another process wrote it in the meantime; returns the number of rows
   * written.
   */
  rewrap(row: row): Promise<number>
}

const batch = 200

/** Makes one kind for {@link rewrapRows} and hides the type of its rows. */
export const rewrapKind = <row>(kind: RewrapKind<row>) => kind as RewrapKind<unknown>

/**
 * Rewraps rows under the active key while the server runs. Visits each row once: two processes that disagree on the
 * active key would otherwise rewrap each other's rows without end. Rows added meanwhile wait for the next run.
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
