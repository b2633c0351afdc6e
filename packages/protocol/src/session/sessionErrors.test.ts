import { expect, test } from 'vitest'
import { sessionErrors } from './sessionErrors.ts'

test('each error has the number of the specification', () => {
  const numbers = Object.entries(sessionErrors).map(([name, [code]]) => `${code} ${name}`)
  expect(numbers).toEqual([
    '1001 invalidMethod',
    '1002 invalidEvent',
    '1003 invalidUpdate',
    '1004 invalidExtend',
    '1005 invalidSettle',
    '3001 unauthorizedMethod',
    '3002 unauthorizedEvent',
    '3003 unauthorizedUpdate',
    '3004 unauthorizedExtend',
    '3005 unauthorizedChain',
    '5000 userRejected',
    '5001 userRejectedChains',
    '5002 userRejectedMethods',
    '5003 userRejectedEvents',
    '5100 unsupportedChains',
    '5101 unsupportedMethods',
    '5102 unsupportedEvents',
    '5103 unsupportedAccounts',
    '5104 unsupportedNamespace',
    '6000 userDisconnected',
    '7000 settlementFailed',
    '7001 noSession',
    '8000 requestExpired',
    '10001 unsupportedSessionMethod',
  ])
})
