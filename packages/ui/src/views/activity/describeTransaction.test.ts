import { expect, test } from 'vitest'
import { address } from '../../testFoyer.test.kit.ts'
import { iconOf } from './ActivityIcon.tsx'
import { readAmounts, readParty } from './describeTransaction.ts'
import { readPending } from './readPending.ts'
import {
  approval,
  coins,
  dollars,
  friend,
  nft,
  router,
  testTransaction,
} from './testHistory.test.kit.ts'

const amountsOf = (...given: Parameters<typeof testTransaction>) =>
  readAmounts(testTransaction(...given)).map(({ name, numeric, sign }) => [sign, numeric, name])

test('amounts are the exact text of the answer, signed by direction', () => {
  const transfers = [
    coins('out', '123456789012345678901234567890.000000000000000001'),
    dollars('in', '0.000001'),
    coins('self', '5'),
  ]
  expect(amountsOf({ transfers })).toEqual([
    ['−', '123456789012345678901234567890.000000000000000001', 'ETH'],
    ['+', '0.000001', 'USDC'],
    ['', '5', 'ETH'],
  ])
})

test('one NFT has a name and no number, several have both', () => {
  const several = { ...nft('Ticket #1'), quantity: { numeric: '3' } }
  expect(amountsOf({ transfers: [nft('Ticket #1'), several] })).toEqual([
    ['+', undefined, 'Ticket #1'],
    ['+', '3', 'Ticket #1'],
  ])
})

test('a failed transaction moved nothing', () => {
  expect(amountsOf({ status: 'failed', transfers: [coins('out', '1')] })).toEqual([])
})

test('an allowance shows its amount, or that it has no limit', () => {
  const read = (numeric: string) => readAmounts(testTransaction({ approvals: [approval(numeric)] }))
  expect(read('7')).toMatchObject([{ sign: '', numeric: '7', isUnlimited: false }])
  expect(read(`${'9'.repeat(60)}.5`)).toMatchObject([{ numeric: undefined, isUnlimited: true }])
})

test('the other side of a token transfer is never the contract of the token', () => {
  const sent = { operationType: 'send' as const, transfers: [dollars('out', '1')] }
  expect(readParty(testTransaction(sent))).toEqual({ key: 'activity.to', address: friend })
  const untold = { ...dollars('out', '1'), counterparty: undefined }
  expect(readParty(testTransaction({ ...sent, transfers: [untold] }))).toBe(undefined)
  const two = [dollars('out', '1'), dollars('out', '1', router)]
  expect(readParty(testTransaction({ ...sent, transfers: two }))).toBe(undefined)
})

test.each([
  ['receive', { sentFrom: friend, sentTo: address }, 'activity.from', friend],
  ['send', { sentTo: friend }, 'activity.to', friend],
  ['approve', { approvals: [approval('1')] }, 'activity.with', router],
  ['trade', {}, 'activity.with', router],
  ['deploy', { sentTo: friend }, undefined, friend],
] as const)('the other side: %s', (operationType, more, key, party) => {
  const given = { ...more, approvals: [...('approvals' in more ? more.approvals : [])] }
  expect(readParty(testTransaction({ operationType, ...given }))).toEqual({ key, address: party })
})

test.each([
  ['in', { transfers: [coins('in', '1')] }],
  ['out', { transfers: [coins('out', '1')] }],
  ['swap', { transfers: [coins('out', '1'), dollars('in', '1')] }],
  ['approve', { operationType: 'approve', approvals: [approval('1')] }],
  ['out', { operationType: 'send', status: 'failed' }],
  ['call', {}],
] as const)('the icon tells the direction: %s', (icon, given) => {
  expect(iconOf(testTransaction(given as Parameters<typeof testTransaction>[0]))).toBe(icon)
})

test('a sent transaction waits above the list until it is in it', () => {
  const listed = testTransaction({ hash: '0x1', minedAt: '2026-11-20T09:30:00Z' })
  const at = Date.parse(listed.metadata.minedAt)
  const sent = (hash: string, sentAt: number, more: object = {}) =>
    ({ hash, sentAt, chainId: 'eip155:1', status: 'pending', ...more }) as const
  const transactions = [
    sent('0x4', at + 2, { status: 'reverted' }),
    sent('0x3', at + 2, { chainId: 'eip155:8453' }),
    sent('0x2', at + 2),
    sent('0x1', at),
    sent('0x0', at - 1),
  ]
  const hashes = (next: string | null) =>
    readPending({ chainId: 'eip155:1', transactions }, { next, transactions: [listed] }).map(
      ({ hash }) => hash,
    )
  expect(hashes(null)).toEqual(['0x2', '0x0'])
  // It may be on a later page.
  expect(hashes('more')).toEqual(['0x2'])
})
