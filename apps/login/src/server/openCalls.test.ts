import { expect, test } from 'vitest'
import { createOpenCalls } from './openCalls.ts'

test('refuses at once where one of the names has no room, counts nothing for it, and has room when a call ends or fails', async () => {
  const calls = createOpenCalls()
  const ends: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => ends.push(resolve))
  const both = [
    ['txn', 2],
    ['device', 3],
  ] as const
  const open = [calls.run(both, wait), calls.run(both, wait)]
  await expect(calls.run(both, wait)).rejects.toMatchObject({ status: 429, retryAfterMs: 1000 })
  // The refused one took no room of the device.
  const other = calls.run([['device', 3]], wait)
  await expect(calls.run([['device', 3]], wait)).rejects.toMatchObject({ code: 'limit-exceeded' })
  for (const end of ends) end()
  await Promise.all([...open, other])
  await expect(calls.run(both, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await Promise.all([1, 2].map(() => calls.run(both, async () => {})))
})
