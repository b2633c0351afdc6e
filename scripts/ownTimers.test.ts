import { execFileSync } from 'node:child_process'
import { Script } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'

const fetchFile = 'node:internal/deps/undici/undici'

/** Starts a timer as a script of that name, and returns the number of the test's timers: at once, before others start theirs. */
function countTimersOf(filename: string): number {
  vi.clearAllTimers()
  new Script('setTimeout(() => {}, 1000)', { filename }).runInThisContext()
  return vi.getTimerCount()
}

test('a test counts and moves its own timers, not those of fetch and of a database', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  expect(countTimersOf(fetchFile)).toBe(0)
  expect(countTimersOf('/node_modules/@electric-sql/pglite/dist/index.js')).toBe(0)
  expect(countTimersOf('/node_modules/another/dist/index.js')).toBe(1)
  vi.clearAllTimers()
  const own = vi.fn()
  setTimeout(own, 1000)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(own).toHaveBeenCalledOnce()
})

test('the timers of fetch are known by their file', () => {
  // In a new process: in this one they may have started already.
  const script = `
    const real = setTimeout
    globalThis.setTimeout = (...given) => {
      console.log(new Error().stack.split('\\n')[2])
      return real(...given)
    }
    const server = require('node:http').createServer((_, response) => response.end())
    server.listen(0, '127.0.0.1', async () => {
      await fetch('http://127.0.0.1:' + server.address().port)
      server.close()
    })`
  const callers = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect(callers.trim().split('\n')).toContainEqual(expect.stringContaining(fetchFile))
})
