import { createLog } from '@foyer/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefusalLog } from './refusalLog.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function open(logsAddresses = false) {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    ...{ app: 'relay', level: 'info', secrets: [] },
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return { lines, refusals: createRefusalLog({ log, logsAddresses }) }
}
const address = '1.2.3.4'

test('[T108] writes a line of each reason every ten seconds, however many were refused', () => {
  const { lines, refusals } = open()
  for (let n = 0; n < 11_192; n++) refusals.add({ address, outcome: 'too-many' })
  for (let n = 0; n < 500; n++)
    refusals.add({ address, outcome: 'refused', reason: `expired ${n} s ago` })
  vi.advanceTimersByTime(9_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  expect(lines.map(({ count, msg, outcome, reason }) => [msg, outcome, reason, count])).toEqual([
    ['handshakes refused', 'too-many', undefined, 11_192],
    ['handshakes refused', 'refused', 'expired 0 s ago', 500],
  ])
  expect(JSON.stringify(lines)).not.toContain(address)
  vi.advanceTimersByTime(10_000)
  expect(lines).toHaveLength(2)
})

test('[T108] counts invented reasons together, and names at most twenty addresses if it may', () => {
  const { lines, refusals } = open(true)
  for (let n = 0; n < 1000; n++)
    refusals.add({ address: `1.2.3.${n}`, outcome: 'refused', reason: 'x'.repeat(n) })
  refusals.close()
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toMatchObject({ reason: 'other', count: 980, addresses: { length: 20 } })
  expect(vi.getTimerCount()).toBe(0)
})

test('writes the first error of handshakes that failed', () => {
  const { lines, refusals } = open()
  for (const text of ['first', 'second'])
    refusals.add({ address, outcome: 'failed', error: new Error(text) })
  refusals.close()
  expect(lines).toMatchObject([
    { msg: 'handshakes failed', count: 2, error: { message: 'first' }, level: 'error' },
  ])
})
