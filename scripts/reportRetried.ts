import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes the tests that passed only on a retry to `path`, one per line. */
export function reportRetried(path: string): Reporter {
  const lines: string[] = []
  return {
    onTestCaseResult(test) {
      if (!test.diagnostic()?.flaky) return
      const [error] = test.result().errors ?? []
      lines.push(`${test.module.relativeModuleId} › ${test.fullName}: ${error?.message ?? ''}`)
    },
    onTestRunEnd() {
      if (lines.length > 0) writeFileSync(path, lines.map((line) => `${oneLine(line)}\n`).join(''))
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 500)
