import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

const queuedBytes = 8000
const frame = fc.integer({ min: 1, max: 1000 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('send' as const), at: fc.nat(), frame }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drain' as const), at: fc.nat(), frame }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), at: fc.nat(), frame }) },
)
const addresses = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 10, maxLength: 30 })

test('[T108] the sum of all queues stays below the limit, and only the address with the most is cut', () => {
  fc.assert(
    fc.property(addresses, fc.array(step, { minLength: 60, maxLength: 120 }), (given, steps) => {
      const open = new Set(given.map((address) => ({ address, queued: 0, real: 0 })))
      const backlog = createBacklog({
        limits: { queuedBytes },
        queues: () => open,
        readQueued: ({ real }) => real,
      })
      const sumOf = (queues: Iterable<{ real: number }>) =>
        [...queues].reduce((sum, { real }) => sum + real, 0)
      for (const { at, frame: bytes, kind } of steps) {
        const queue = [...open][at % Math.max(1, open.size)]
        if (queue === undefined) break
        if (kind === 'drain') queue.real = Math.max(0, queue.real - bytes)
        else if (kind === 'leave') {
          backlog.set(queue, 0)
          open.delete(queue)
        } else {
          queue.real += bytes
          backlog.set(queue, queue.real)
          const all = [...open]
          const ofAddress = (address: string) => sumOf(all.filter((one) => one.address === address))
          const excess = backlog.listExcess()
          // Nobody is left who has more than one that was cut.
          for (const one of excess)
            for (const other of all.filter((each) => !excess.includes(each))) {
              expect(ofAddress(other.address)).toBeLessThanOrEqual(ofAddress(one.address))
              if (other.address === one.address) expect(other.real).toBeLessThanOrEqual(one.real)
            }
          for (const one of excess) {
            backlog.set(one, 0)
            open.delete(one)
          }
        }
        expect(sumOf(open)).toBeLessThanOrEqual(queuedBytes)
      }
    }),
    { numRuns: 200 },
  )
})

test('[T108] looks at all sockets once for each eighth of the limit that is sent', () => {
  const most = fc.integer({ min: queuedBytes - 1500, max: queuedBytes })
  fc.assert(
    fc.property(most, fc.integer({ min: 1, max: 100 }), (unread, bytes) => {
      const quick = { address: 'a', queued: 0, real: 0 }
      const slow = Array.from({ length: 10 }, () => ({ ...quick, real: unread / 10 }))
      const open = new Set([quick, ...slow])
      let counted = 0
      const queues = () => {
        counted++
        return open
      }
      const backlog = createBacklog({
        limits: { queuedBytes },
        queues,
        readQueued: ({ real }) => real,
      })
      for (const one of slow) backlog.set(one, one.real)
      // Each frame has left before the next one.
      for (let n = 0; n < 100; n++) {
        backlog.set(quick, bytes)
        for (const one of backlog.listExcess()) {
          backlog.set(one, 0)
          open.delete(one)
        }
      }
      expect(counted).toBeLessThanOrEqual((100 * bytes) / (queuedBytes / 8) + 1)
    }),
  )
})

test('[T108] closes nobody for what has been received meanwhile', () => {
  const socket = { address: 'a', queued: 0 }
  const backlog = createBacklog({
    ...{ limits: { queuedBytes }, queues: () => [socket], readQueued: () => 10 },
  })
  backlog.set(socket, queuedBytes)
  expect(backlog.listExcess()).toEqual([])
  backlog.set(socket, queuedBytes + 1)
  expect(backlog.listExcess()).toEqual([])
  expect(socket.queued).toBe(10)
})
