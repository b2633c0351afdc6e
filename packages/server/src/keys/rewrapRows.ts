/** Rows of one table that are not under the active key yet. */
export type RewrapKind<row> = {
  /** The next of them, at most `limit`. */
  read(limit: number): Promise<readonly row[]>
  /** Puts one under the active key unless another process wrote it in the meantime; how many rows that were. */
  rewrap(row: row): Promise<number>
}

const batch = 200

/** One kind for {@link rewrapRows}, with the type of its rows kept to itself. */
export const rewrapKind = <row>(kind: RewrapKind<row>) => kind as RewrapKind<unknown>

/**
 * Puts rows under the active key while the server serves, until none is left or another process has the rest.
 *
 * @returns how many rows were wrapped anew
 */
export async function rewrapRows(kinds: readonly RewrapKind<unknown>[]): Promise<number> {
  let count = 0
  for (;;) {
    const before = count
    for (const { read, rewrap } of kinds)
      for (const row of await read(batch)) count += await rewrap(row)
    if (count === before) return count
  }
}
