import { writeFileSync } from 'node:fs'
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
      for (const { message, name, stack } of unhandledErrors)
        lines.push(`failed: no test caught ${name ?? 'an error'}: ${message} ${stack ?? ''}`)
      if (lines.length > 0) writeFileSync(path, lines.map((line) => `${oneLine(line)}\n`).join(''))
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 800)
