import { expect, test } from 'vitest'
import { createConcurrency } from './concurrency.ts'

test('refuses at once when one of the keys is exhausted, counts nothing then, and frees its place when work ends or fails', async () => {
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

test('refuses with the status, message and retry time of the bound', () => {
  const sockets = createConcurrency()
  const bound = { key: 'a', limit: 1, status: 503, message: 'Full', retryAfterMs: 7 } as const
  sockets.take([bound])
  const refused = expect.objectContaining({ status: 503, message: 'Full', retryAfterMs: 7 })
  expect(() => sockets.take([bound])).toThrow(refused)
  sockets.leave([{ key: 'a' }])
  expect(() => sockets.take([bound])).not.toThrow()
})
