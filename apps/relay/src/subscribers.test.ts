import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createSubscribers } from './subscribers.ts'

const connect = () =>
  createConnection('client', {
    ...{ address: 'here', addressBudget: 'here', budget: 'client' },
    ...{ burst: 1, now: 0 },
  })

test('a connection that closed while its call was under way reads nothing', () => {
  const subscribers = createSubscribers({ unlisten: () => {} })
  const connection = connect()
  connection.isClosed = true
  subscribers.add(connection, 'topic')
  expect(subscribers.readSize()).toEqual({ topics: 0, clients: 0 })
  expect([...subscribers.of('topic')]).toEqual([])
})

test('a topic is listened to until its last reader leaves', () => {
  const left: string[] = []
  const subscribers = createSubscribers({ unlisten: (topic) => void left.push(topic) })
  const [one, other] = [connect(), connect()]
  for (const connection of [one, other, one]) subscribers.add(connection, 'topic')
  expect(subscribers.topicsOf('client')).toBe(2)
  subscribers.removeAll(one)
  expect(left).toEqual([])
  subscribers.remove(other, 'topic')
  expect(left).toEqual(['topic'])
  expect(subscribers.readSize()).toEqual({ topics: 0, clients: 0 })
})
