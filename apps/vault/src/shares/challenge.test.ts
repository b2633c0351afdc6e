import { randomBytes, randomUUID } from 'node:crypto'
import { encodeBase64Url } from '@foyer/protocol/custody'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vaultDatabase } from '../database/vaultDatabase.ts'
import { putChallenge, requireAnswer } from './challenge.ts'

const [minute, hour] = [60_000, 3_600_000]
const start = Date.parse('2026-11-22T12:00:00Z')
const tries = { limit: 2, windowMs: hour }
let database: Awaited<ReturnType<typeof openTestDatabase<typeof vaultDatabase.schema>>>
beforeAll(async () => {
  database = await openTestDatabase(vaultDatabase, 'PGlite')
})
afterAll(() => database.close())

const newAnswer = () => Uint8Array.from(randomBytes(32))
const newOwner = () => ({ userId: randomUUID(), jkt: randomUUID() })
type Owner = ReturnType<typeof newOwner>
const codeOf = (call: Promise<void>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const put = (owner: Owner, { answer = newAnswer(), nowMs = start } = {}) =>
  codeOf(putChallenge(database.queries, { ...owner, answer, nowMs, tries }))
const answerWith = (owner: Owner, answer: Uint8Array<ArrayBuffer> | undefined, nowMs = start) =>
  codeOf(
    requireAnswer(database.queries, {
      ...{ ...owner, nowMs },
      answer: answer && encodeBase64Url(answer),
    }),
  )

test('accepts an answer from this user on this device, within ten minutes', async () => {
  const [owner, answer] = [newOwner(), newAnswer()]
  await put(owner, { answer })
  expect(await answerWith(owner, answer, start + 10 * minute - 1)).toBe('done')
  expect(await answerWith(owner, answer, start + 10 * minute)).toBe('factor-required')
  for (const wrong of [undefined, newAnswer()])
    expect(await answerWith(owner, wrong)).toBe('factor-required')
  for (const other of [{ userId: randomUUID() }, { jkt: randomUUID() }])
    expect(await answerWith({ ...owner, ...other }, answer)).toBe('factor-required')
})

test('replaces the previous challenge and its expiry time', async () => {
  const [owner, answer, next] = [newOwner(), newAnswer(), newAnswer()]
  await put(owner, { answer })
  await put(owner, { answer: next, nowMs: start + minute })
  expect(await answerWith(owner, answer, start + minute)).toBe('factor-required')
  expect(await answerWith(owner, next, start + 11 * minute - 1)).toBe('done')
  expect(await answerWith(owner, next, start + 11 * minute)).toBe('factor-required')
})

test('counts the tries of a user across all devices, until an hour has passed or an answer was right', async () => {
  const [owner, answer] = [newOwner(), newAnswer()]
  const elsewhere = { ...owner, jkt: randomUUID() }
  expect([await put(elsewhere), await put(owner, { answer })]).toEqual(['done', 'done'])
  expect(await put(newOwner())).toBe('done')
  expect(await put(owner, { nowMs: start + hour - 1 })).toBe('limit-exceeded')
  expect(await put(owner, { answer, nowMs: start + hour })).toBe('done')
  expect(await put(owner, { answer, nowMs: start + hour })).toBe('done')
  expect(await put(owner, { nowMs: start + hour })).toBe('limit-exceeded')
  // A wrong answer frees nothing, a right one does.
  expect(await answerWith(owner, newAnswer(), start + hour)).toBe('factor-required')
  expect(await put(owner, { nowMs: start + hour })).toBe('limit-exceeded')
  const other = newOwner()
  await put(other, { answer })
  expect(await answerWith(other, answer)).toBe('done')
  expect(await put(owner, { nowMs: start + hour })).toBe('limit-exceeded')
  expect(await answerWith(owner, answer, start + hour)).toBe('done')
  expect(await put(owner, { nowMs: start + hour })).toBe('done')
})
