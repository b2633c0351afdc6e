import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIntake } from './intake.ts'

const limit = 10_000
const mostFrame = 40_000

/** Sockets with frames that wait to be read, and the relay's limit on a clock of its own. */
function open(queues: readonly (readonly number[])[]) {
  const clock = { nowMs: 0 }
  const intake = createIntake({
    limits: { receivedBytesPerSecond: { limit, windowMs: 1000 } },
    now: () => clock.nowMs,
  })
  const sockets = queues.map((frames) => ({
    frames: [...frames],
    isPaused: false,
    pause() {
      this.isPaused = true
    },
    resume() {
      this.isPaused = false
    },
  }))
  const read: { at: number; bytes: number }[] = []
  /** Reads what may be read, as the network would deliver it. */
  const deliver = (address: string) => {
    for (const socket of sockets)
      while (!socket.isPaused && socket.frames.length > 0) {
        const bytes = socket.frames.shift()!
        read.push({ at: clock.nowMs, bytes })
        intake.take(address, socket, bytes)
      }
  }
  return { clock, deliver, intake, read, sockets }
}

test('[T108] reads at most a burst and the rate of an address, and in the end everything', () => {
  const frame = fc.oneof(
    fc.integer({ min: 1, max: 4095 }),
    fc.integer({ min: 4096, max: mostFrame }),
  )
  const queues = fc.array(fc.array(frame, { maxLength: 20 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(queues, fc.integer({ min: 10, max: 400 }), (queues, stepMs) => {
      const { clock, deliver, intake, read, sockets } = open(queues)
      deliver('here')
      const sum = queues.flat().reduce((all, bytes) => all + bytes, 0)
      // One socket goes on at a time, so each frame may need a step of its own.
      const steps = Math.ceil((sum / limit) * (1000 / stepMs)) + queues.flat().length + 1
      for (let step = 0; step < steps; step++) {
        clock.nowMs += stepMs
        intake.resume()
        deliver('here')
      }
      expect(sockets.flatMap(({ frames }) => frames)).toEqual([])
      const long = read.filter(({ bytes }) => bytes >= 4096)
      for (const [from, { at: start }] of long.entries()) {
        let inWindow = 0
        for (const { at, bytes } of long.slice(from)) {
          // Each socket's last frame may exceed what was left: its size is known only when it is there.
          const allowed = limit * 4 + ((at - start) / 1000) * limit + mostFrame * queues.length
          inWindow += bytes
          expect(inWindow).toBeLessThanOrEqual(allowed)
        }
      }
    }),
  )
})

test('[T108] another address, and short frames of the same one, never wait', () => {
  const { deliver, intake, sockets } = open([Array(10).fill(mostFrame)])
  deliver('there')
  expect(sockets[0]?.isPaused).toBe(true)
  let paused = 0
  const other = { pause: () => paused++, resume() {} }
  intake.take('here', other, mostFrame)
  for (let n = 0; n < 100; n++) intake.take('there', other, 4095)
  expect(paused).toBe(0)
  intake.take('there', other, 4096)
  expect(paused).toBe(1)
})

test('[T108] whatever was sent, an address is read again after the time of one burst', () => {
  const { clock, intake } = open([])
  let paused = 0
  const socket = { pause: () => paused++, resume: () => paused-- }
  for (let n = 0; n < 1000; n++) intake.take('here', socket, mostFrame)
  clock.nowMs = 4000
  intake.resume()
  expect(paused).toBe(998)
})

test('a socket that has closed keeps no place in the line', () => {
  const { clock, intake } = open([])
  const resumed: string[] = []
  const socketOf = (name: string) => ({ pause() {}, resume: () => resumed.push(name) })
  const [one, two] = [socketOf('one'), socketOf('two')]
  intake.take('here', one, limit * 5)
  intake.take('here', two, mostFrame)
  intake.leave('here', one)
  clock.nowMs = 60_000
  intake.resume()
  expect(resumed).toEqual(['two'])
})

test('a socket that waits twice has one place in the line', () => {
  const { clock, intake } = open([])
  const resumed: string[] = []
  const socketOf = (name: string) => ({ pause() {}, resume: () => resumed.push(name) })
  const [one, two] = [socketOf('one'), socketOf('two')]
  intake.take('here', one, limit * 5)
  intake.take('here', one, mostFrame)
  intake.take('here', two, mostFrame)
  clock.nowMs = 60_000
  for (let n = 0; n < 4; n++) intake.resume()
  expect(resumed).toEqual(['one', 'two'])
})
