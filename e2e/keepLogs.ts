/** The last lines of the servers' logs, for the report of a failed test. */
export type KeptLogs = {
  readonly destination: { write(line: string): void }
  /** Returns the lines since a time, ms since 1970, oldest first. */
  since(at: number): readonly string[]
}

export function keepLogs(most = 1_000): KeptLogs {
  const lines: { at: number; line: string }[] = []
  return {
    destination: {
      write(line) {
        lines.push({ at: Date.now(), line: line.trimEnd() })
        if (lines.length > most) lines.shift()
      },
    },
    since: (from) => lines.filter(({ at }) => at >= from).map(({ line }) => line),
  }
}
