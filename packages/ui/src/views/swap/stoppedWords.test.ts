import type { SwapState } from '@foyer/core'
import { type ErrorCode, FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { swapErrorKey } from './swapErrorKey.ts'

type Failed = Extract<SwapState, { status: 'failed' }>
const key = (error: FoyerError, more: Partial<Failed> = {}) =>
  swapErrorKey({ status: 'failed', stage: 'swap', isSent: false, error, ...more } as Failed)
const told = (code: string) => new FoyerError('http-failed', { cause: { code } })

test.each([
  ['insufficient-liquidity', 'swap.noLiquidity'],
  ['swap-reverts', 'swap.reverts'],
  ['simulation-unavailable', 'swap.uncheckable'],
  ['swap-refused', 'swap.unsafe'],
  ['permit-invalid', 'swap.permitInvalid'],
  ['something-new', 'swap.notSent'],
  ['__proto__', 'swap.notSent'],
])('names the reason of the api: %s', (code, expected) => {
  expect(key(told(code))).toBe(expected)
})

test('says whether anything was spent', () => {
  const error = (code: ErrorCode) => new FoyerError(code)
  const sent = { isSent: true }
  expect(key(error('transaction-rejected'))).toBe('swap.unsafe')
  expect(key(error('transaction-rejected'), sent)).toBe('swap.failedSwap')
  expect(key(error('request-timed-out'), sent)).toBe('swap.unconfirmed')
  expect(key(error('request-timed-out'))).toBe('swap.notSent')
  expect(key(error('internal'), { stage: 'approve' })).toBe('swap.failedApprove')
  expect(key(error('http-failed'), { stage: 'quote' })).toBe('swap.noQuotes')
})
