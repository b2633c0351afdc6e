import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createPushes } from './pushes.ts'
import { createSubscribers } from './subscribers.ts'

function open() {
  const clock = { nowMs: 1_700_000_000_000 }
  const pushes = createPushes({ maxInFlight: 100, now: () => clock.nowMs })
  const connection = createConnection('client', {
    ...{ addressBudget: 'here', budget: 'client' },
    ...{ burst: 1, now: 0 },
  })
  const subscription = createSubscribers({ unlisten: () => {} }).add(connection, 'topic')
  const push = (hash: string, turn = 0) => {
    const message = {
      ...{ topic: 'topic', hash, message: 'text', tag: 1, attestation: undefined, from: 'someone' },
      ...{ publishedAt: 0, expiresAt: 9 },
    }
    const frame = pushes.start({ connection, message, subscription, turn })
    return frame === undefined ? undefined : (JSON.parse(frame) as { id: number }).id
  }
  return { clock, connection, push, end: (id: number) => pushes.end(connection, String(id)) }
}

test('does not push the last 32 acknowledged messages again when another process announces them late', () => {
  const { end, push } = open()
  const hashes = Array.from({ length: 33 }, (_, n) => `hash ${n}`)
  for (const hash of hashes) expect(end(push(hash)!)).toMatchObject({ hash })
  for (const hash of hashes.slice(1)) expect(push(hash)).toBeUndefined()
  expect(push('hash 0')).toBeTypeOf('number')
})

test('pushes a message in flight again only after a new subscribe call, under the same number', () => {
  const { end, push } = open()
  const id = push('hash')
  expect(push('hash')).toBeUndefined()
  expect(push('hash', 1)).toBe(id)
  expect(end(id!)).toMatchObject({ hash: 'hash', ms: 0 })
  expect(end(id!)).toBeUndefined()
})

test('numbers pushes by the microsecond, and each with a number of its own', () => {
  const { clock, end, push } = open()
  const first = clock.nowMs * 1000
  expect(['a', 'b', 'c'].map((hash) => push(hash))).toEqual([first, first + 1, first + 2])
  clock.nowMs += 7
  expect(push('d')).toBe(first + 7000)
  expect(end(first)).toMatchObject({ hash: 'a', ms: 7 })
})

test('pushes nothing that was acknowledged, even after a new subscribe call', () => {
  const { connection, end, push } = open()
  end(push('hash')!)
  expect(push('hash', 1)).toBeUndefined()
  expect(connection.isBehind).toBe(false)
})

test('holds messages back from a connection that is paused, or has the most in flight', () => {
  const { connection, end, push } = open()
  connection.isPaused = true
  expect([push('paused'), connection.isBehind]).toEqual([undefined, true])
  Object.assign(connection, { isPaused: false, isBehind: false })
  const ids = Array.from({ length: 100 }, (_, n) => push(`hash ${n}`))
  expect([ids.includes(undefined), connection.isBehind]).toEqual([false, false])
  expect([push('next'), connection.isBehind]).toEqual([undefined, true])
  end(ids[0]!)
  expect(push('next')).toBeTypeOf('number')
})

test('writes the attestation of a message, if there is one', () => {
  const pushes = createPushes({ maxInFlight: 1, now: () => 1_700_000_000_000 })
  const read = (attestation: string | undefined) => {
    const { connection } = open()
    const [subscription] = connection.subscriptions.values()
    const message = {
      ...{ topic: 'topic', hash: 'hash', message: '"text"', tag: 1, attestation },
      ...{ from: 'someone', publishedAt: 5, expiresAt: 9 },
    }
    return JSON.parse(pushes.start({ connection, message, subscription: subscription!, turn: 0 })!)
  }
  const data = { topic: 'topic', message: '"text"', publishedAt: 5, tag: 1 }
  expect(read(undefined)).toEqual({
    ...{ id: 1_700_000_000_000_000, jsonrpc: '2.0', method: 'irn_subscription' },
    params: { id: expect.stringMatching(/^[0-9a-f]{64}$/), data },
  })
  expect(read('j"wt').params.data).toEqual({ ...data, attestation: 'j"wt' })
})

test('pushes nothing to a connection that is closed or unsubscribed', () => {
  const { connection, push } = open()
  connection.isClosed = true
  expect(push('hash')).toBeUndefined()
  connection.isClosed = false
  connection.subscriptions.clear()
  expect(push('hash')).toBeUndefined()
})
