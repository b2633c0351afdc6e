import { compareWork } from '@foyer/devnet/compareWork'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { createSubscribers } from './subscribers.ts'

const connect = (clientId = 'client') =>
  createConnection(clientId, {
    ...{ addressBudget: 'here', budget: 'client' },
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
  subscribers.add(one, 'second topic')
  expect(subscribers.connections()).toEqual([one, other])
  expect(subscribers.readSize()).toEqual({ topics: 2, clients: 1 })
  subscribers.remove(one, 'second topic')
  subscribers.remove(one, 'second topic')
  expect(left.splice(0)).toEqual(['second topic'])
  subscribers.removeAll(one)
  expect(left).toEqual([])
  subscribers.remove(other, 'topic')
  expect(left).toEqual(['topic'])
  expect(subscribers.readSize()).toEqual({ topics: 0, clients: 0 })
})

test('counts a topic once for all sockets of its client, and each of their subscriptions', () => {
  const topics = ['a', 'b', 'c', 'd']
  const action = fc.record({
    kind: fc.constantFrom('add', 'remove', 'leave'),
    socket: fc.nat(3),
    topic: fc.constantFrom(...topics),
  })
  fc.assert(
    fc.property(
      fc.array(action),
      fc.nat(3),
      fc.array(fc.constantFrom(...topics)),
      (all, at, more) => {
        const subscribers = createSubscribers({ unlisten: () => {} })
        // Two clients with two sockets each.
        const sockets = ['one', 'one', 'two', 'two'].map((clientId) => connect(clientId))
        const model = sockets.map(() => new Set<string>())
        for (const { kind, socket, topic } of all) {
          if (kind === 'add') {
            subscribers.add(sockets[socket]!, topic)
            model[socket]!.add(topic)
          } else if (kind === 'remove') {
            subscribers.remove(sockets[socket]!, topic)
            model[socket]!.delete(topic)
          } else {
            subscribers.removeAll(sockets[socket]!)
            model[socket]!.clear()
          }
        }
        for (const topic of more) model[at]!.add(topic)
        const mine = at < 2 ? model.slice(0, 2) : model.slice(2)
        expect(subscribers.countWith(sockets[at]!, more)).toEqual({
          topics: new Set(mine.flatMap((read) => [...read])).size,
          subscriptions: mine.reduce((sum, { size }) => sum + size, 0),
        })
      },
    ),
  )
})

test('[T108] the work of a subscription does not grow with the sockets of its client', () => {
  const more = Array.from({ length: 100 }, (_, n) => `topic ${n}`)
  /** Counts, adds and removes topics of one socket of a client that has `count`. */
  const open = (count: number) => {
    const subscribers = createSubscribers({ unlisten: () => {} })
    const [socket, ...others] = Array.from({ length: count }, () => connect())
    for (const other of others) subscribers.add(other, 'its own')
    return () => {
      subscribers.countWith(socket!, more)
      for (const topic of more) subscribers.add(socket!, topic)
      subscribers.removeAll(socket!)
    }
  }
  // About 1; it was 30 when each topic was looked up in each socket.
  expect(compareWork(open(2000), open(20))).toBeLessThan(10)
})
