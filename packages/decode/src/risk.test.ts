import { describe, expect, it } from 'vitest'
import type { WarningCode } from './description.ts'
import { collectWarnings, riskOf } from './risk.ts'

/** Warnings of harm beyond what is shown, or without end. */
const high: readonly WarningCode[] = [
  'not-text',
  'looks-like-hash',
  'unknown-typed-data',
  'unknown-call',
  'unknown-program',
  'not-all-decoded',
  'lets-spend',
  'unlimited-amount',
  'whole-balance',
  'amount-far-above-balance',
  'amount-above-balance',
  'approves-all-nfts',
  'long-deadline',
  'no-network-in-data',
  'order-for-nothing',
  'creates-contract',
  'calls-own-account',
  'calls-entry-point',
  'delegate-call',
  'safe-settings',
  'acts-for-safe',
  'safe-refund',
  'to-nobody',
  'token-imitates',
  'token-unreadable',
  'sends-to-other',
  'simulation-disagrees',
  'untried-contract',
  'promises-more',
  'income-may-fail',
  'fee-high',
  'changes-authority',
  'closes-account-to-other',
  'delegates-token',
  'durable-nonce',
  'more-signers',
  'assigns-account',
  'lookup-table-unresolved',
]
const medium: readonly WarningCode[] = [
  'hidden-characters',
  'deadline-passed',
  'simulation-unavailable',
  'simulation-timed-out',
  'simulation-reverts',
  'simulation-partial',
  'not-fee-payer',
  'token-taxed',
]

describe('risk', () => {
  it('[T34] [T35] [T41] [T118] is high for each warning of hidden or lasting harm', () => {
    for (const code of high) expect(riskOf('low', [{ code }]), code).toBe('high')
    for (const code of medium) expect(riskOf('low', [{ code }]), code).toBe('medium')
    expect(riskOf('low', [])).toBe('low')
    expect(riskOf('high', [{ code: 'token-taxed' }])).toBe('high')
  })

  it('lists each warning once, the gravest first', () => {
    const given = [...medium, ...high, ...high].map((code) => ({ code }))
    expect(collectWarnings(given)).toEqual([...high, ...medium].map((code) => ({ code })))
  })
})
