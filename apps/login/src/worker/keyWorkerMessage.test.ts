import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { failureOf, toWorker } from './keyWorkerMessage.ts'
import { keyMessages } from './messages.ts'

test('a failure is sent to the page with its code and details, never with its cause', () => {
  const cause = new Error('a secret')
  expect(failureOf(new FoyerError('not-connected', { cause, details: 'none' }))).toEqual({
    ...{ code: 'not-connected', details: 'none' },
  })
  expect(failureOf(cause)).toEqual({ code: 'internal', details: undefined })
  const unknown = Object.assign(new FoyerError('unknown'), { code: 'constructor' })
  expect(failureOf(unknown)).toEqual({ code: 'internal', details: undefined })
})

test('the page may start the worker with a device record, and number its requests with integers', () => {
  const url = 'https://login.example'
  const start = { smartAccounts: {}, type: 'start', authUrl: url, vaultUrl: url, surface: 'frame' }
  const ask = { type: 'ask', id: 1, name: 'load', params: {} }
  for (const good of [start, { ...start, device: {} }, { ...start, surface: 'export' }, ask])
    expect(v.is(toWorker, good)).toBe(true)
  for (const bad of [
    ...[
      { ...start, device: 'x' },
      { ...start, authUrl: 'login' },
      { ...start, surface: 'x' },
    ],
    ...[
      { ...ask, id: 1.5 },
      { ...ask, id: '1' },
      { ...ask, more: 1 },
    ],
  ])
    expect(v.is(toWorker, bad), JSON.stringify(bad)).toBe(false)
})

test('the secret of a factor has 32 bytes for a passkey, and 28 to 64 bytes for a typed code', () => {
  const accepted = (mode: string, lengths: number[]) =>
    lengths.map((length) =>
      v.is(keyMessages.recover, { factor: { mode, secret: new Uint8Array(length) } }),
    )
  expect(accepted('passkey', [31, 32, 33])).toEqual([false, true, false])
  expect(accepted('code', [27, 28, 64, 65])).toEqual([false, true, true, false])
  const tickets = [128, 129].map((length) => v.is(keyMessages.load, { ticket: 't'.repeat(length) }))
  expect(tickets).toEqual([true, false])
})
