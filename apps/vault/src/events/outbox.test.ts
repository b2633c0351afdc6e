import type { VaultEvent } from '@foyer/protocol/vault'
import { type CallService, createLog, HttpError } from '@foyer/server'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { outbox as rows } from '../database/schema.ts'
import { vaultDatabase } from '../database/vaultDatabase.ts'
import { createOutbox, type Outbox } from './outbox.ts'

type Kind = VaultEvent['kind']
const day = 86_400_000
const clock = { nowMs: 0 }
const unreachable = () => {
  throw new HttpError(503, 'http-failed', 'down')
}
const refusing = () => {
  throw new HttpError(400, 'request-invalid', 'unknown kind')
}

let database: Awaited<ReturnType<typeof openTestDatabase<typeof vaultDatabase.schema>>>
/** Events that A accepted, in order. */
let told: Kind[]
/** A's work on an event before it accepts it. */
let answer: (event: VaultEvent, signal?: AbortSignal) => void | Promise<void>
let outbox: Outbox
let reads: number
const callAuth = (async (_, event: VaultEvent, { signal }: { signal?: AbortSignal } = {}) => {
  await answer(event, signal)
  told.push(event.kind)
  return {}
}) as CallService
const create = (pollMs?: number) =>
  createOutbox({
    ...{ callAuth, log: createLog({ app: 'vault', level: 'silent' }), now: () => clock.nowMs },
    queries: new Proxy(database.queries, {
      get(queries, name: 'select') {
        if (name === 'select') reads++
        return queries[name]
      },
    }),
    ...(pollMs !== undefined && { pollMs }),
  })

beforeAll(async () => {
  database = await openTestDatabase(vaultDatabase, 'PGlite')
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.queries.delete(rows)
  Object.assign(clock, { nowMs: 1_800_000_000_000 })
  told = []
  reads = 0
  answer = () => {}
  outbox = create(3_600_000)
})
afterEach(async () => {
  vi.useRealTimers()
  await outbox.close()
})

const add = async (kind: Kind) => {
  await database.queries.transaction((tx) => outbox.add(tx, { kind }))
  clock.nowMs++
  outbox.sendAdded()
}
const stored = async () =>
  (await database.queries.select().from(rows).orderBy(rows.at)).map(({ event, nextAt, tries }) => ({
    kind: (JSON.parse(event) as VaultEvent).kind,
    ...{ tries, waitMs: nextAt - clock.nowMs },
  }))

test('sends an event to the login server right after its transaction, and resends in order what was not accepted', async () => {
  await add('device-approved')
  await expect.poll(() => told).toEqual(['device-approved'])
  await expect.poll(stored).toEqual([])
  answer = unreachable
  await Promise.all([add('frozen'), add('unfreezing')])
  await expect.poll(async () => (await stored()).map(({ tries }) => tries)).toContain(1)
  answer = () => {}
  clock.nowMs += 60_000
  await add('recovered')
  await expect.poll(() => told).toEqual(['device-approved', 'frozen', 'unfreezing', 'recovered'])
})

/** Stores an event as if it had been tried before. */
const put = (kind: Kind, { ageMs = 0, tries = 0, waitMs = 0 } = {}) =>
  database.queries.insert(rows).values({
    ...{ id: kind, event: JSON.stringify({ kind }), tries },
    ...{ at: clock.nowMs - ageMs, nextAt: clock.nowMs + waitMs },
  })
const failFor = (kind: Kind, fail: () => void) => {
  answer = (event) => {
    if (event.kind === kind) fail()
  }
}

test('sends an event at its scheduled time, not 1 ms earlier', async () => {
  await put('frozen', { ageMs: 1, waitMs: 1 })
  await put('unfreezing', { ageMs: 1, waitMs: 2 })
  await add('recovered')
  await expect.poll(() => told).toEqual(['frozen', 'recovered'])
  await expect.poll(stored).toEqual([{ kind: 'unfreezing', tries: 0, waitMs: 1 }])
  await add('recovered')
  await expect.poll(() => told).toEqual(['frozen', 'recovered', 'unfreezing', 'recovered'])
})

test.each([
  [0, 500],
  [1, 1000],
  [6, 32_000],
  [7, 60_000],
  [60, 60_000],
])('after %i earlier tries, waits %i ms before the next one', async (tries, waitMs) => {
  failFor('frozen', refusing)
  await put('frozen', { tries })
  clock.nowMs--
  await add('recovered')
  await expect.poll(stored).toEqual([{ kind: 'frozen', tries: tries + 1, waitMs }])
})

test('sends the other events when the login server refuses one, and holds all of them back when it is unreachable', async () => {
  failFor('frozen', refusing)
  await put('frozen', { ageMs: 1 })
  await add('recovered')
  await expect.poll(() => told).toEqual(['recovered'])
  failFor('frozen', unreachable)
  clock.nowMs += 500
  await add('recovered')
  await expect.poll(stored).toMatchObject([
    { kind: 'frozen', tries: 2 },
    { kind: 'recovered', tries: 0 },
  ])
})

test('stops retrying an event after a day', async () => {
  answer = refusing
  await put('frozen', { ageMs: day })
  await put('unfreezing', { ageMs: day + 1 })
  clock.nowMs--
  await add('recovered')
  await expect.poll(stored).toMatchObject([
    { kind: 'frozen', tries: 1 },
    { kind: 'recovered', tries: 1 },
  ])
})

test('reads the database only when an event was added, and once more for those added during a read', async () => {
  outbox.sendAdded()
  expect(reads).toBe(0)
  let accept = () => {}
  answer = ({ kind }) => {
    if (kind === 'frozen')
      return new Promise((resolve) => {
        accept = resolve
      })
  }
  await add('frozen')
  expect(reads).toBe(1)
  await add('recovered')
  await expect.poll(() => told).toEqual([])
  accept()
  await expect.poll(() => told).toEqual(['frozen', 'recovered'])
  await expect.poll(stored).toEqual([])
  expect(reads).toBe(2)
  outbox.sendAdded()
  expect(reads).toBe(2)
})

test('reads the database again after a failed read', async () => {
  vi.spyOn(database.queries, 'select').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  await add('frozen')
  await expect.poll(stored).toHaveLength(1)
  await add('recovered')
  await expect.poll(() => told).toEqual(['frozen', 'recovered'])
})

test('retries every second without a call, until the outbox is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await outbox.close()
  outbox = create()
  await put('frozen')
  vi.advanceTimersByTime(999)
  expect(reads).toBe(0)
  vi.advanceTimersByTime(1)
  expect(reads).toBe(1)
  await expect.poll(() => told).toEqual(['frozen'])
  await outbox.close()
  vi.advanceTimersByTime(10_000)
  expect(reads).toBe(1)
})

test('aborts the call in progress when the outbox is closed, keeps its event and sends no other', async () => {
  let isCalled = false
  answer = (_, signal) =>
    new Promise((_, reject) => {
      isCalled = true
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  await put('frozen', { ageMs: 1 })
  await add('recovered')
  await expect.poll(() => isCalled).toBe(true)
  await add('unfreezing')
  await outbox.close()
  expect([told, reads]).toEqual([[], 1])
  expect(await stored()).toMatchObject([{ tries: 1 }, { tries: 0 }, { tries: 0 }])
})
