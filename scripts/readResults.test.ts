import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFailures, readResults, totalsLine } from './readResults.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function results(files: { status: string; tests: string[] }[]): string {
  const path = join(folder, 'run.json')
  const testResults = files.map(({ status, tests }) => ({
    name: 'a.test.ts',
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  }))
  writeFileSync(path, JSON.stringify({ testResults }))
  return path
}

test('counts passed, failed and skipped tests over all files', () => {
  const path = results([
    { status: 'failed', tests: ['passed', 'failed', 'skipped'] },
    { status: 'passed', tests: ['passed', 'pending', 'todo'] },
  ])
  expect(readResults(path, 1)).toEqual({ passed: 2, failed: 1, skipped: 3 })
})

test('counts a file that does not load as a failure', () => {
  expect(readResults(results([{ status: 'failed', tests: [] }]), 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  })
})

test('counts a run that ends with an error as a failure, even if each test passed', () => {
  const path = results([{ status: 'passed', tests: ['passed'] }])
  expect(readResults(path, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(readResults(path, null)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('lists failed tests with the start of their message', () => {
  const path = join(folder, 'run.json')
  const assertionResults = [
    { status: 'passed', fullName: 'fine' },
    { status: 'failed', fullName: 'broken', failureMessages: ['expected 1\n  to be 2'] },
  ]
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  writeFileSync(path, JSON.stringify({ testResults }))
  expect(listFailures(path)).toEqual([
    'a.test.ts › broken: expected 1 to be 2',
    'b.test.ts: no such module',
  ])
})

test('counts missing results as a failure', () => {
  expect(readResults(join(folder, 'none.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('writes the last line', () => {
  expect(totalsLine({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed')
  expect(totalsLine({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped')
})
