import { existsSync, readFileSync } from 'node:fs'

/** The number of passed, failed and skipped tests. */
export type Totals = { passed: number; failed: number; skipped: number }

type Report = {
  testResults: {
    name: string
    status: string
    /** ms since 1970. */
    startTime: number
    endTime: number
    message?: string
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[]
  }[]
}

/**
 * Counts the tests in a results file of Vitest's JSON reporter.
 *
 * A file that could not be loaded counts as one failed test, and so do a run that ended with an error although no test failed,
 * and a missing results file: none of them may look like success.
 *
 * @param exitCode - The exit code of the run; null if a signal ended it.
 */
export function readResults(path: string, exitCode: number | null): Totals {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  if (existsSync(path)) {
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    for (const file of report.testResults) {
      const count = (status: string) =>
        file.assertionResults.filter((test) => test.status === status).length
      const failed = count('failed')
      totals.passed += count('passed')
      totals.failed += failed === 0 && file.status === 'failed' ? 1 : failed
      totals.skipped += file.assertionResults.length - count('passed') - failed
    }
  }
  if (exitCode !== 0 && totals.failed === 0) totals.failed = 1
  return totals
}

/** The durations of the files in a results file. */
export function listSlowest(path: string): { file: string; seconds: number }[] {
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report
  return report.testResults.map(({ endTime, name: file, startTime }) => ({
    file,
    seconds: (endTime - startTime) / 1000,
  }))
}

/** Lists each failed test of a results file with its whole message; a file that could not be loaded counts as one. */
export function listFailedTests(path: string): { file: string; name: string; message: string }[] {
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report
  return report.testResults.flatMap(({ assertionResults, message = '', name: file, status }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ file, name: '', message }]
    return failed.map(({ failureMessages = [], fullName = '' }) => ({
      file,
      name: fullName,
      message: failureMessages.join('\n'),
    }))
  })
}

/** Lists each failed test of a results file with the start of its message, one per line, for the end of a long log. */
export function listFailures(path: string): string[] {
  if (!existsSync(path)) return [`${path} was not written`]
  return listFailedTests(path).map(
    ({ file, message, name }) => `${file}${name && ` › ${name}`}: ${oneLine(message)}`,
  )
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 500)

/** The plain last line of a run: `12 passed, 0 failed`, with `, 1 skipped` if there are any. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
