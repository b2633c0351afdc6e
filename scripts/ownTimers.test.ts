import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test, vi } from 'vitest'

test('a test counts and moves its own timers, not those of fetch and of a database', async () => {
  const server = createServer((_, response) => response.end('answer')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const database = new PGlite()
  onTestFinished(() => database.close())
  // It would not be ready if it waited for this clock.
  await database.waitReady
  // In the seconds that this takes, a server of an earlier file in this process may start a timer.
  vi.clearAllTimers()
  await database.query('select 1')
  const { port } = server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('answer')
  expect(vi.getTimerCount()).toBe(0)
  const own = vi.fn()
  setTimeout(own, 1000)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(own).toHaveBeenCalledOnce()
})
