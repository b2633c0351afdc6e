import { createLimiter, createMemoryCounter } from '@foyer/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '../subscriptionId.ts'
import type { Judged } from './handshake.ts'
import { openSockets, until, useOwnClock } from './openSockets.test.kit.ts'

beforeEach(useOwnClock)
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.useRealTimers()
})
async function open(...given: Parameters<typeof openSockets>) {
  const opened = await openSockets(...given)
  closing.push(opened.close)
  return opened
}
/** The handshakes refused in the last ten seconds. */
const refusals = (lines: Record<string, unknown>[]) => {
  vi.advanceTimersByTime(10_000)
  return lines
    .splice(0)
    .filter(({ outcome }) => outcome !== undefined)
    .map(({ count, outcome, reason }) => [outcome, reason, count])
}

test('admits and refuses by HTTP status, and counts each outcome', async () => {
  const judge = vi.fn(async (): Promise<Judged> => ({ clientId: 'client' }))
  const { connect, lines, readCounts, readRefusal } = await open({}, { judge })
  await connect()
  judge.mockResolvedValueOnce({ status: 401, reason: 'no key', wantsClose: false })
  expect(await readRefusal()).toEqual([401, 'no key\n', undefined])
  judge.mockResolvedValueOnce({ status: 403, reason: 'no origin', wantsClose: false })
  expect(await readRefusal()).toEqual([403, 'no origin\n', undefined])
  judge.mockRejectedValueOnce(new Error('out of order'))
  expect(await readRefusal()).toEqual([503, 'Try again later\n', '10'])
  judge.mockResolvedValueOnce({ status: 403, reason: 'r'.repeat(121), wantsClose: true })
  const { closed } = await connect()
  expect(await closed).toEqual([3000, 'r'.repeat(120)])
  expect(lines.map(({ msg }) => msg)).toEqual(['connected'])
  expect(refusals(lines)).toEqual([
    ['refused', 'no key', 1],
    ['refused', 'no origin', 1],
    ['failed', undefined, 1],
    ['refused', 'r'.repeat(121), 1],
  ])
  expect(await readCounts('handshakes')).toEqual({ ok: 1, refused: 3, failed: 1 })
  expect(await readCounts('closed')).toEqual({ 3000: 1 })
})

test('[T108] logs addresses only if told to', async () => {
  for (const logsAddresses of [false, true]) {
    const { connect, lines } = await open({}, { logsAddresses })
    await connect()
    expect(lines.map(({ address }) => address)).toEqual([logsAddresses ? '127.0.0.1' : undefined])
  }
})

test('[T108] counts the connections of an address before it judges, under a hash', async () => {
  const judge = vi.fn(async (): Promise<Judged> => ({ clientId: 'client' }))
  const count = vi.fn(createMemoryCounter().count)
  const limiter = createLimiter({ counters: [count], now: Date.now })
  const { connect, lines, readRefusal } = await open(
    { handshakesPer10s: 2, socketsPerAddress: 3 },
    { judge, limiter },
  )
  await connect()
  await connect()
  expect(await readRefusal()).toEqual([429, 'Too many connections\n', '10'])
  expect(judge).toHaveBeenCalledTimes(2)
  expect(count.mock.calls[0]?.[0]).toMatchObject({
    ...{ key: `handshake:${sha256('127.0.0.1').slice(0, 32)}`, limit: 2, windowMs: 10_000 },
  })
  expect(refusals(lines)).toEqual([['too-many', undefined, 1]])
  // The refused one does not count as an open socket.
  await connect()
  expect(await readRefusal()).toEqual([429, 'Too many sockets\n', '10'])
})

test('counts only open sockets of an address: none that was refused, and no other in its place', async () => {
  const judge = vi.fn(async (): Promise<Judged> => ({ clientId: 'client' }))
  const { connect, readRefusal, sockets } = await open({ socketsPerAddress: 1 }, { judge })
  const refused = { status: 401, reason: 'no' } as const
  judge.mockResolvedValueOnce({ ...refused, wantsClose: false })
  await readRefusal()
  judge.mockResolvedValueOnce({ ...refused, wantsClose: true })
  await connect()
  judge.mockRejectedValueOnce(new Error('out of order'))
  await readRefusal()
  const first = await connect()
  for (let n = 0; n < 2; n++) expect(await readRefusal()).toEqual([429, 'Too many sockets\n', '10'])
  first.socket.close()
  await until(() => sockets.count() === 0)
  await connect()
})

test('counts sockets by the address that the proxy reports', async () => {
  const { connect, readRefusal } = await open({ socketsPerAddress: 1 }, { trustedProxies: 1 })
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  await connect({ socketOptions: { headers: from('1.2.3.4') } })
  expect((await readRefusal('/', from('1.2.3.4')))[0]).toBe(429)
  await connect({ socketOptions: { headers: from('1.2.3.5') } })
})

test('forgets a client whose stream fails while it is judged, and one that breaks the protocol', async () => {
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  closing.push(async () => void process.off('uncaughtException', uncaught))
  let decide = (_: Judged) => {}
  const judge = vi.fn(() => new Promise<Judged>((resolve) => (decide = resolve)))
  const { connect, connectDeaf, readCounts, sockets, streams } = await open(
    { socketsPerAddress: 1 },
    { judge },
  )
  for (const judged of [
    { clientId: 'client' },
    { status: 401, reason: 'no', wantsClose: true },
    { status: 401, reason: 'no', wantsClose: false },
  ] as const) {
    const calls = judge.mock.calls.length
    const connecting = expect(connect()).rejects.toThrow()
    await until(() => judge.mock.calls.length > calls)
    streams.at(-1)?.destroy(new Error('reset'))
    await connecting
    decide(judged)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([sockets.count(), await readCounts('closed')]).toEqual([0, {}])
  judge.mockResolvedValueOnce({ status: 401, reason: 'no', wantsClose: true })
  const refused = await connectDeaf()
  // No frame begins like this.
  refused.write(Buffer.from([0xff, 0xff]))
  await until(() => streams.at(-1)?.destroyed ?? false)
  expect(uncaught).not.toHaveBeenCalled()
  judge.mockResolvedValueOnce({ clientId: 'client' })
  await connect()
})
