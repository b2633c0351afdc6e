import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createPushes } from './pushes.ts'
import { createSubscribers } from './subscribers.ts'

const now = () => 1_000
function open() {
  const pushes = createPushes({ maxInFlight: 100, now })
  const connection = createConnection('client', {
    ...{ address: 'here', addressBudget: 'here', budget: 'client' },
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
  return { connection, push, end: (id: number) => pushes.end(connection, String(id)) }
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

test('pushes nothing to a connection that is closed or unsubscribed', () => {
  const { connection, push } = open()
  connection.isClosed = true
  expect(push('hash')).toBeUndefined()
  connection.isClosed = false
  connection.subscriptions.clear()
  expect(push('hash')).toBeUndefined()
})
