import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createSubscribers } from './subscribers.ts'

const connect = () =>
  createConnection('client', {
    ...{ address: 'here', addressBudget: 'here', budget: 'client' },
    ...{ burst: 1, now: 0 },
  })

test('subscribes nothing for a connection that closed during its call', () => {
  const subscribers = createSubscribers({ unlisten: () => {} })
  const connection = connect()
  connection.isClosed = true
  expect(subscribers.add(connection, 'topic')).toMatchObject({ topic: 'topic' })
  expect(subscribers.readSize()).toEqual({ topics: 0, clients: 0 })
  expect([...subscribers.of('topic')]).toEqual([])
})

test('listens to a topic until its last reader unsubscribes', () => {
  const left: string[] = []
  const subscribers = createSubscribers({ unlisten: (topic) => void left.push(topic) })
  const [one, other] = [connect(), connect()]
  for (const connection of [one, other, one]) subscribers.add(connection, 'topic')
  expect(subscribers.topicsOf('client')).toBe(2)
  expect(subscribers.topicsOf('nobody')).toBe(0)
  subscribers.add(one, 'second topic')
  expect(subscribers.connections()).toEqual([one, other])
  expect(subscribers.readSize()).toEqual({ topics: 2, clients: 1 })
  subscribers.remove(one, 'second topic')
  subscribers.remove(one, 'second topic')
  expect(left.splice(0)).toEqual(['second topic'])
  expect(subscribers.topicsOf('client')).toBe(2)
  subscribers.removeAll(one)
  expect(left).toEqual([])
  subscribers.remove(other, 'topic')
  expect(left).toEqual(['topic'])
  expect(subscribers.readSize()).toEqual({ topics: 0, clients: 0 })
})
