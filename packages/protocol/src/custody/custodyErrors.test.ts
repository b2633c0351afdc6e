import { expect, test } from 'vitest'
import { custodyErrors } from './custodyErrors.ts'

test('each code has the status that older clients expect', () => {
  const statuses = Object.entries(custodyErrors).map(([code, [status]]) => `${status} ${code}`)
  expect(statuses.sort()).toEqual([
    '401 proof-invalid',
    '401 token-invalid',
    '401 use_dpop_nonce',
    '403 account-frozen',
    '403 device-revoked',
    '403 evidence-required',
    '403 factor-required',
    '403 step-up-required',
    '404 change-unknown',
    '404 share-unknown',
    '409 change-conflict',
    '429 releases-exceeded',
  ])
})
