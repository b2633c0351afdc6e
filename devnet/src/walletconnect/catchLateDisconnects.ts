/**
 * The reference client does not await its check of a `wc_sessionDelete`: one for a session that it has just ended itself becomes
 * an error that nobody caught, and fails a run of tests in which no test failed. Marks the check as caught; who awaits it still
 * gets its error.
 */
export function catchLateDisconnects({ engine }: { engine: object }): void {
  const checks = engine as { isValidDisconnect(params: object): Promise<void> }
  const { isValidDisconnect } = checks
  checks.isValidDisconnect = (params) => {
    const checked = isValidDisconnect(params)
    checked.catch(() => undefined)
    return checked
  }
}
