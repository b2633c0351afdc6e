import { expect, test } from 'vitest'
import { createStore } from '../createStore.ts'
import { memoryStorage } from '../testBrowser.test.kit.ts'
import { createSeen } from './createSeen.ts'

const hash = (number: number) => number.toString(16).padStart(64, '0').split('').reverse().join('')

test('remembers the newest 256 messages of a topic, also after a reload', () => {
  const storage = memoryStorage()
  const store = createStore(storage, 'test.')
  store.write('topic.ab', { kind: 'pairing', symKey: '', expiresAt: 0 })
  const seen = createSeen(store)
  for (let number = 0; number < 300; number++) seen.add('ab', hash(number))
  for (const known of [seen, createSeen(createStore(storage, 'test.'))]) {
    expect(known.has('ab', hash(43))).toBe(false)
    expect(known.has('ab', hash(44))).toBe(true)
    expect(known.has('ab', hash(299))).toBe(true)
    expect(known.has('cd', hash(299))).toBe(false)
  }
  expect(storage.getItem('test.seen.ab')?.length).toBeLessThan(256 * 20)
})

test('keeps nothing of a deleted topic', () => {
  const storage = memoryStorage()
  const seen = createSeen(createStore(storage, 'test.'))
  seen.add('ab', hash(1))
  expect(storage.length).toBe(0)
})
