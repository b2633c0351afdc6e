import { afterEach, expect, test, vi } from 'vitest'
import { createLog, type LogLevel, logLevels } from './log.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each<[LogLevel, string[]]>([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
  ['silent', []],
])('%s writes %j', (from, expected) => {
  const written: string[] = []
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => {
      expect(words).toEqual(['[foyer] said', 1])
      written.push(level)
    })
  const log = createLog(from)
  for (const level of logLevels) if (level !== 'silent') log(level, 'said', 1)
  expect(written).toEqual(expected)
})
