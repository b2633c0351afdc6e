import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter } from 'vitest/node'

/**
 * Writes to `path`, one per line, what the results file does not have: the tests that passed only on a retry, and the errors
 * that no test caught.
 */
export function reportApart(path: string): Reporter {
  const lines: string[] = []
  return {
    onTestCaseResult(test) {
      if (!test.diagnostic()?.flaky) return
      const [error] = test.result().errors ?? []
      lines.push(
        `second try: ${test.module.relativeModuleId} › ${test.fullName}: ${error?.message ?? ''}`,
      )
    },
    onTestRunEnd(_modules, unhandledErrors) {
      for (const { message, name, stack, VITEST_TEST_NAME, VITEST_TEST_PATH } of unhandledErrors) {
        const during =
          typeof VITEST_TEST_PATH === 'string'
            ? ` in ${relative('.', VITEST_TEST_PATH)} › ${VITEST_TEST_NAME}`
            : ''
        lines.push(
          `failed: no test caught ${name ?? 'an error'}${during}: ${message} ${stack ?? ''}`,
        )
      }
      if (lines.length > 0) writeFileSync(path, lines.map((line) => `${oneLine(line)}\n`).join(''))
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 800)
