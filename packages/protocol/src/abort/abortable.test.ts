import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { abortable } from './abortable.ts'

const never = new Promise<never>(() => {})
const aborted = (cause: unknown) => expect.objectContaining({ code: 'request-aborted', cause })

test('settles like the promise, and then listens to the signal no more', async () => {
  const { signal } = new AbortController()
  const failure = new Error('no')
  expect(abortable(never, undefined)).toBe(never)
  const pending = [
    abortable(Promise.resolve(5), signal),
    abortable(Promise.reject(failure), signal),
  ]
  expect(getEventListeners(signal, 'abort')).toHaveLength(2)
  expect(await pending[0]).toBe(5)
  await expect(pending[1]).rejects.toBe(failure)
  await new Promise(setImmediate)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('error: rejects at once when the signal aborts, also before the call', async () => {
  const controller = new AbortController()
  const pending = abortable(never, controller.signal)
  controller.abort('enough')
  await expect(pending).rejects.toEqual(aborted('enough'))
  await expect(abortable(never, controller.signal)).rejects.toEqual(aborted('enough'))
})
