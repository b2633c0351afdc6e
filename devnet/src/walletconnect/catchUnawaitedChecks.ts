/** Checks that the reference client calls without awaiting them, in each of the versions used here. */
const checks = [
  'isValidDisconnect',
  'isValidEmit',
  'isValidExtend',
  'isValidPing',
  'isValidUpdate',
] as const
type Checks = Record<(typeof checks)[number], (params: object) => Promise<void>>

/**
 * The reference client does not await its check of some messages: one that arrives for a session that has just ended, such as the
 * same `wc_sessionDelete` once more, becomes an error that nobody caught. Marks the checks as caught; who awaits one still gets
 * its error.
 */
export function catchUnawaitedChecks({ engine }: { engine: object }): void {
  const known = engine as Checks
  for (const name of checks) {
    const check = known[name]
    known[name] = (params) => {
      const checked = check(params)
      checked.catch(() => undefined)
      return checked
    }
  }
}
