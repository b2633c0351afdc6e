import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { createLocalKms, type LocalKms } from '@foyer/protocol/custody'
import {
  type Contact,
  vaultEndSessions,
  vaultForgetDevice,
  vaultKeepContacts,
  vaultRestoreContact,
} from '@foyer/protocol/vault'
import { createLog, HttpError } from '@foyer/server'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { shape } from '../database/database.ts'
import { contactChanges, devices, identities, sessions } from '../database/schema.ts'
import { noteContactChange } from '../logins/contactOf.ts'
import { sealEmail } from '../sealedText.ts'
import { newKek } from '../startTestLogin.test.kit.ts'
import { createVaultTeller } from './createVaultTeller.ts'
import type { VaultTeller } from './vaultTeller.ts'

const at = Date.parse('2026-11-22T12:00:00Z')
let database: Awaited<ReturnType<typeof openTestDatabase<typeof shape.schema>>>
let kms: LocalKms
let teller: VaultTeller
let nowMs: number
let told: unknown[]
let lines: string[]
/** Answer of the vault to a call. */
let answer: (body: unknown) => unknown
let reads: number
beforeAll(async () => {
  kms = await createLocalKms({ store: 'A', keys: newKek('kekA-1') })
  database = await openTestDatabase(shape, 'PGlite')
})
afterAll(() => database.close())
const create = (pollMs?: number) =>
  createVaultTeller({
    audit: async () => {},
    loginOrigin: 'https://id.example',
    mailer: { send: () => {} },
    callVault: (async (endpoint: { path: string }, body: unknown) => {
      await answer(body)
      told.push([endpoint.path, body])
    }) as never,
    log: createLog({
      ...{ app: 'login', level: 'debug' },
      destination: new Writable({ write: (chunk, _, done) => done(void lines.push(`${chunk}`)) }),
    }),
    kms,
    now: () => nowMs,
    queries: new Proxy(database.queries, {
      get(queries, name: 'select') {
        if (name === 'select') reads++
        return queries[name]
      },
    }),
    ...(pollMs !== undefined && { pollMs }),
  })
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  nowMs = at
  told = []
  lines = []
  reads = 0
  answer = () => {}
  await database.queries.delete(devices)
  await database.queries.delete(sessions)
  teller = create()
})
afterEach(async () => {
  await teller.close()
  vi.useRealTimers()
})

const putDevice = (deviceId: string, revokedAt: number | null) =>
  database.queries.insert(devices).values({
    ...{ deviceId, userId: 'u', jkt: deviceId, browser: '', networkHmac: '' },
    ...{ approvedAt: 0, lastSeenAt: 0, revokedAt },
  })
const putSession = (sid: string, userId: string, revokedAt: number | null) =>
  database.queries.insert(sessions).values({
    ...{ sid, userId, deviceId: 'd', jkt: 'j', amr: '', authAt: 0, tokenHash: sid },
    ...{ idleUntil: 0, absoluteUntil: 0, revokedAt },
  })
const ofDevice = (jkt: string, revokedAt: number) => [
  vaultForgetDevice.path,
  { userId: 'u', jkt, at: revokedAt },
]
const ofUser = (userId: string, ...sids: string[]) => [vaultEndSessions.path, { userId, sids }]
const away = () => {
  throw new HttpError(503, 'http-failed', 'away')
}

test('reports each revoked device, then the ended sessions of each user, the oldest first and each once', async () => {
  await putDevice('late', at - 1)
  await putDevice('early', at - 2)
  await putDevice('alive', null)
  await putSession('b', 'u', at - 1)
  await putSession('a', 'u', at - 2)
  await putSession('c', 'v', at - 3)
  await putSession('alive', 'u', null)
  // No token of that session is valid any more.
  await putSession('too old', 'u', at - 900_000)
  await putSession('old', 'u', at - 899_999)
  await teller.tell()
  const all = [
    ...[ofDevice('early', at - 2), ofDevice('late', at - 1)],
    ...[ofUser('u', 'old', 'a', 'b'), ofUser('v', 'c')],
  ]
  expect(told).toEqual(all)
  const [device] = await database.queries
    .select()
    .from(devices)
    .where(eq(devices.deviceId, 'early'))
  expect(device?.vaultToldAt).toBe(at)
  await teller.tell()
  expect(told).toEqual(all)
})

test('reports at most a hundred rows at a time', async () => {
  for (let index = 0; index < 101; index++) await putDevice(`d${index}`, at - 200 + index)
  await teller.tell()
  expect(told).toHaveLength(100)
  await teller.tell()
  expect(told).toHaveLength(101)
})

test('counts failures from zero again after a success', async () => {
  await putDevice('d', at)
  answer = away
  await teller.tell()
  await teller.tell()
  answer = () => {}
  await teller.tell()
  expect(told).toHaveLength(1)
  await putDevice('e', at)
  answer = away
  await teller.tell()
  reads = 0
  nowMs += 499
  vi.advanceTimersByTime(1000)
  expect(reads).toBe(0)
  nowMs += 1
  vi.advanceTimersByTime(1000)
  expect(reads).toBe(1)
})

test.each([
  [1, 500],
  [2, 1000],
  [7, 32_000],
  [8, 60_000],
  [20, 60_000],
])('after %i failures, retries by itself after %i ms', async (failures, waitMs) => {
  await putDevice('d', at)
  answer = away
  for (let count = 0; count < failures; count++) await teller.tell()
  reads = 0
  nowMs += waitMs - 1
  vi.advanceTimersByTime(1000)
  expect(reads).toBe(0)
  nowMs += 1
  vi.advanceTimersByTime(999)
  expect(reads).toBe(0)
  vi.advanceTimersByTime(1)
  expect(reads).toBe(1)
})

test('reads once more for what was ended during a round', async () => {
  await putDevice('d', at)
  let accept = () => {}
  const begun = new Promise<void>((begin) => {
    answer = () =>
      new Promise<void>((resolve) => {
        accept = resolve
        begin()
      })
  })
  const first = teller.tell()
  await begun
  await putDevice('e', at)
  const second = teller.tell()
  answer = () => {}
  accept()
  await Promise.all([first, second])
  expect(told).toEqual([ofDevice('d', at), ofDevice('e', at)])
})

test('skips contacts that the vault’s schema refuses, and tells of the others', async () => {
  const { queries } = database
  const userId = randomUUID()
  const [odd, plain] = ['ü', 'g-1'].map((subject) => ({
    ...{ kind: 'social' as const, provider: 'google', subject },
  })) as [Contact & { kind: 'social' }, Contact & { kind: 'social' }]
  for (const { provider, subject } of [odd, plain])
    await queries.insert(identities).values({
      ...{ id: randomUUID(), userId, provider, subject, subjectKey: '', createdAt: at },
      ...(await sealEmail(kms, userId, '')),
    })
  const services = { kms }
  await noteContactChange(services, queries, { userId, change: 'removed', contact: odd })
  await noteContactChange(services, queries, { userId, change: 'restored', contact: odd })
  await noteContactChange(services, queries, { userId, change: 'compared' })
  await noteContactChange(services, queries, { userId, change: 'restored', contact: plain })
  await teller.tell()
  const kept = [vaultKeepContacts.path, { userId, contacts: [plain, plain] }]
  expect(told).toEqual([kept, kept, [vaultRestoreContact.path, { userId, contact: plain }]])
  expect(await queries.select().from(contactChanges)).toEqual([])
})

test('logs an error of its own differently from an unreachable vault', async () => {
  await putDevice('d', at)
  answer = () => {
    throw new Error('broken')
  }
  await teller.tell()
  expect(lines.join()).toContain('what was ended could not be read')
})

test('reads nothing once it is closed', async () => {
  await teller.close()
  reads = 0
  vi.advanceTimersByTime(10_000)
  await teller.tell()
  expect(reads).toBe(0)
})
