import { afterEach, expect, test, vi } from 'vitest'
import { gate, testFoyer } from '../testFoyer.test.kit.ts'
import { walletRequest } from './walletRequest.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ask = { kind: 'sign', namespace: 'eip155' } as const

test('is listed and emitted while it runs', async () => {
  const foyer = testFoyer()
  const received: unknown[] = []
  foyer.events.on('request:start', (event) => received.push(['start', event.id, event.kind]))
  foyer.events.on('request:end', (event) => received.push(['end', event.id, event.error?.code]))
  const wallet = gate<string>()
  const end = walletRequest(foyer, { ...ask, run: () => wallet.promise })
  expect(foyer.store.get().requests).toEqual([{ id: 1, ...ask }])
  wallet.open('0xsigned')
  expect(await end).toBe('0xsigned')
  expect(foyer.store.get().requests).toEqual([])
  expect(received).toEqual([
    ['start', 1, 'sign'],
    ['end', 1, undefined],
  ])
})

test('each request has its own id, also after others ended', async () => {
  const foyer = testFoyer()
  const ids: number[] = []
  foyer.events.on('request:start', ({ id }) => ids.push(id))
  await walletRequest(foyer, { ...ask, run: async () => 1 })
  const slow = gate()
  const open = walletRequest(foyer, { ...ask, run: () => slow.promise })
  await walletRequest(foyer, { ...ask, run: async () => 1 })
  slow.open()
  await open
  expect(ids).toEqual([1, 2, 3])
})

test('error: maps the wallet’s own error by its number, and emits it', async () => {
  const foyer = testFoyer()
  const codes: unknown[] = []
  foyer.events.on('request:end', ({ error }) => codes.push(error?.code))
  const run = () => Promise.reject({ code: 4001, message: 'no' })
  await expect(walletRequest(foyer, { ...ask, run })).rejects.toMatchObject({
    code: 'user-rejected',
    rpcCode: 4001,
    details: 'no',
  })
  expect(codes).toEqual(['user-rejected'])
  expect(foyer.store.get().requests).toEqual([])
})

test('error: ends after walletTimeoutMs, 300 s by default, if the wallet never answers', async () => {
  vi.useFakeTimers()
  const foyer = testFoyer()
  expect(foyer.options.walletTimeoutMs).toBe(300_000)
  const end = walletRequest(foyer, { ...ask, run: () => new Promise(() => {}) })
  const expected = expect(end).rejects.toMatchObject({ code: 'request-timed-out' })
  await vi.advanceTimersByTimeAsync(299_999)
  expect(foyer.store.get().requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await expected
  expect(foyer.store.get().requests).toHaveLength(0)
})

test('error: an already aborted signal sends nothing to the wallet', async () => {
  const run = vi.fn(async () => 1)
  await expect(
    walletRequest(testFoyer(), { ...ask, run, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'request-aborted' })
  expect(run).not.toHaveBeenCalled()
})
