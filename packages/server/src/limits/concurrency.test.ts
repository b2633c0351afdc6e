import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConcurrency } from './concurrency.ts'

test('refuses at once when one key is at its limit, then counts under no key; stops counting a call when it ends or fails', async () => {
  const calls = createConcurrency()
  const ends: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => ends.push(resolve))
  const device = { key: 'device', limit: 3 }
  const both = [{ key: 'txn', limit: 2 }, device]
  const open = [calls.run(both, wait), calls.run(both, wait)]
  await expect(calls.run(both, wait)).rejects.toMatchObject({ status: 429, retryAfterMs: 1000 })
  // The refused call did not count for the device.
  const other = calls.run([device], wait)
  await expect(calls.run([device], wait)).rejects.toMatchObject({ code: 'limit-exceeded' })
  for (const end of ends) end()
  await Promise.all([...open, other])
  await expect(calls.run(both, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await Promise.all([1, 2].map(() => calls.run(both, async () => {})))
})

test('refuses with the configured status, message and retry time', () => {
  const sockets = createConcurrency()
  const bound = { key: 'a', limit: 1, status: 503, message: 'Full', retryAfterMs: 7 } as const
  sockets.take([bound])
  const refused = expect.objectContaining({ status: 503, message: 'Full', retryAfterMs: 7 })
  expect(() => sockets.take([bound])).toThrow(refused)
  sockets.leave([{ key: 'a' }])
  expect(() => sockets.take([bound])).not.toThrow()
})

test('admits a call whenever every key is below its limit, in whatever order calls begin and end', () => {
  const limits: Readonly<Record<string, number>> = { a: 1, b: 2, c: 3 }
  const keys = fc.uniqueArray(fc.constantFrom(...Object.keys(limits)), { minLength: 1 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('take' as const), keys }),
    fc.record({ kind: fc.constant('leave' as const), at: fc.nat(9) }),
    // Nothing is counted under this key.
    fc.constant({ kind: 'leave unknown' as const }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const calls = createConcurrency()
      const open: string[][] = []
      const countOf = (key: string) => open.filter((one) => one.includes(key)).length
      for (const one of steps) {
        if (one.kind === 'take') {
          const bounds = one.keys.map((key) => ({ key, limit: limits[key]! }))
          const isFree = bounds.every(({ key, limit }) => countOf(key) < limit)
          const taken = expect(() => calls.take(bounds))
          if (isFree) taken.not.toThrow()
          else taken.toThrow('Too many requests at a time')
          if (isFree) open.push(one.keys)
        } else if (one.kind === 'leave') {
          const [left = []] = open.splice(one.at % (open.length + 1), 1)
          calls.leave(left.map((key) => ({ key })))
        } else {
          const one = [{ key: 'd', limit: 1 }]
          calls.leave(one)
          calls.take(one)
          calls.leave(one)
        }
      }
    }),
  )
})
