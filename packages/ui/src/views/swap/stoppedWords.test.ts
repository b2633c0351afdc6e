import type { SwapState } from '@foyer/core'
import { type ErrorCode, FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { stoppedWords } from './stoppedWords.ts'

type Failed = Extract<SwapState, { status: 'failed' }>
const words = (error: FoyerError, more: Partial<Failed> = {}) =>
  stoppedWords({ status: 'failed', stage: 'swap', isSent: false, error, ...more } as Failed)
const told = (code: string) => new FoyerError('http-failed', { cause: { code } })

test.each([
  ['insufficient-liquidity', 'swap.noLiquidity'],
  ['swap-reverts', 'swap.reverts'],
  ['simulation-unavailable', 'swap.uncheckable'],
  ['swap-refused', 'swap.unsafe'],
  ['permit-invalid', 'swap.permitInvalid'],
  ['something-new', 'swap.notSent'],
  ['__proto__', 'swap.notSent'],
])('names the reason of the api: %s', (code, text) => {
  expect(words(told(code))).toEqual({ title: 'swap.failedTitle', text })
})

test('says whether anything was spent', () => {
  const text = (code: ErrorCode, more?: Partial<Failed>) => words(new FoyerError(code), more).text
  expect(text('transaction-rejected')).toBe('swap.unsafe')
  expect(text('transaction-rejected', { isSent: true })).toBe('swap.failedSwap')
  expect(text('http-failed')).toBe('swap.notSent')
  expect(text('internal', { stage: 'approve' })).toBe('swap.failedApprove')
  expect(text('http-failed', { stage: 'quote' })).toBe('swap.noQuotes')
})

test.each(['request-timed-out', 'internal', 'rpc-failed'] as const)(
  'does not call a swap failed that may still be carried out: %s',
  (code) => {
    for (const stage of ['approve', 'swap'] as const) {
      const title = 'swap.openTitle'
      const sent = { isSent: true, stage }
      expect(words(new FoyerError(code), sent)).toEqual({ title, text: 'swap.unclear' })
      expect(words(new FoyerError(code), { ...sent, hash: '0x1' })).toEqual({
        ...{ title, text: 'swap.unconfirmed' },
      })
    }
  },
)

test('tells a declined approval from a declined swap', () => {
  const text = (stage: 'approve' | 'swap') =>
    stoppedWords({ status: 'rejected', stage } as Extract<SwapState, { status: 'rejected' }>).text
  expect([text('approve'), text('swap')]).toEqual(['swap.rejectedApprove', 'swap.rejectedSwap'])
})
