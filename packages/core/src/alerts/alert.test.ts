import { afterEach, expect, test, vi } from 'vitest'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { alert, alertMessage } from './alert.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('[8.20] is stored, emitted and logged once each', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const foyer = testFoyer({ logLevel: 'error' })
  const received: unknown[] = []
  foyer.events.on('alert', (event) => received.push(event))
  alert(foyer, 'network-not-found')
  alert(foyer, 'frame-load-failed')
  alert(foyer, 'network-not-found')
  const expected = [
    {
      code: 'network-not-found',
      title: 'Network Not Found',
      meaning: 'The network must be in the networks array of the options.',
    },
    {
      code: 'frame-load-failed',
      title: 'Network Error',
      meaning: 'The embedded wallet could not be loaded.',
    },
  ]
  expect(foyer.store.get().alerts).toEqual(expected)
  expect(received).toEqual(expected)
  expect(log.mock.calls.map(([text]) => text)).toEqual([
    '[foyer] Network Not Found: The network must be in the networks array of the options.',
    '[foyer] Network Error: The embedded wallet could not be loaded.',
  ])
})

test('[8.21] a known server message raises its alert once; other messages raise none', () => {
  const foyer = testFoyer()
  for (let turn = 0; turn < 2; turn++) {
    alertMessage(foyer, 'Unauthorized: origin not allowed')
    alertMessage(foyer, 'JWT validation error: JWT Token is not yet valid')
    alertMessage(foyer, 'Unauthorized: invalid key')
  }
  for (const word of ['', 'constructor', '__proto__', 'Unauthorized']) alertMessage(foyer, word)
  expect(foyer.store.get().alerts.map(({ title }) => title)).toEqual([
    'Invalid App Configuration',
    'Session Expired',
    'Invalid App Configuration',
  ])
})
