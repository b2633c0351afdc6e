import type { HistoryTransaction } from '@foyer/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testFoyer } from '../../testFoyer.test.kit.ts'
import { checkReceiver } from './checkReceiver.ts'
import { readContacts, rememberContact } from './contacts.ts'
import { isLookAlike } from './isLookAlike.ts'
import { listKnownReceivers } from './listKnownReceivers.ts'
import { isName } from './resolveReceiver.ts'

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const own = `0x${'a1'.repeat(20)}`
const friend = `0x7099${'12'.repeat(16)}79C8`
const fake = `0x7099${'34'.repeat(16)}79c8`
const stranger = `0x${'c3'.repeat(20)}`

type Transfer = HistoryTransaction['transfers'][number]
const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  direction: 'out',
  counterparty: friend,
  quantity: { numeric: '1.5' },
  ...more,
})
const transaction = (
  transfers: Transfer[],
  metadata: Partial<HistoryTransaction['metadata']> = {},
): HistoryTransaction => ({
  id: 'eip155:1:tx/0x1',
  metadata: {
    operationType: 'send',
    hash: '0x1',
    minedAt: '2026-11-20T10:00:00.000Z',
    sentFrom: own,
    sentTo: friend,
    status: 'confirmed',
    nonce: 1,
    chain: 'eip155:1',
    ...metadata,
  },
  transfers,
  approvals: [],
})
const known = (...history: HistoryTransaction[]) =>
  listKnownReceivers({ address: own, contacts: [], history, isSame }).map(({ address }) => address)

test('the receiver of an own transfer is known', () => {
  expect(known(transaction([transfer()]), transaction([transfer()]))).toEqual([friend])
})

test.each([
  [
    'an empty transfer, which any contract can record',
    [transfer({ counterparty: fake, quantity: { numeric: '0' } })],
    {},
  ],
  ['an empty transfer with digits', [transfer({ quantity: { numeric: '0.000' } })], {}],
  [
    'dust that somebody sent',
    [transfer({ direction: 'in', counterparty: fake })],
    { operationType: 'receive', sentFrom: fake },
  ],
  [
    'a transfer that another account signed',
    [transfer({ counterparty: fake })],
    { sentFrom: fake },
  ],
  [
    'several transfers of one call, which a contract may add',
    [transfer(), transfer({ counterparty: fake })],
    {},
  ],
  ['a trade', [transfer()], { operationType: 'trade' }],
  ['a failed transfer', [transfer()], { status: 'failed' }],
  ['a transfer to itself', [transfer({ counterparty: own.toUpperCase().replace('0X', '0x') })], {}],
  ['an unknown receiver', [transfer({ counterparty: undefined })], {}],
] satisfies [string, Transfer[], Partial<HistoryTransaction['metadata']>][])(
  'suggests no receiver from %s',
  (_, transfers, metadata) => {
    expect(known(transaction(transfers, metadata))).toEqual([])
  },
)

test('a different address with the same ends is a look-alike, never the same one', () => {
  expect(isLookAlike(fake, friend, isSame)).toBe(true)
  expect(isLookAlike(friend.toLowerCase(), friend, isSame)).toBe(false)
  expect(isLookAlike(stranger, friend, isSame)).toBe(false)
  const hex = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 34,
    maxLength: 34,
  })
  fc.assert(
    fc.property(hex, (middle) => {
      const copy = `0x709${middle}9c8`
      expect(isLookAlike(copy, friend, isSame)).toBe(!isSame(copy, friend))
    }),
  )
})

test('lists what is unusual about a receiver, the most dangerous first', () => {
  const check = (to: string, found?: 'account' | 'contract' | 'token') =>
    checkReceiver({ address: own, found, isSame, known: [{ address: friend }], to })
  expect(check(friend, 'account')).toEqual([])
  expect(check(own)).toEqual([{ kind: 'own' }])
  expect(check(stranger)).toEqual([{ kind: 'first-time' }])
  expect(check(fake, 'contract')).toEqual([
    { kind: 'look-alike', of: friend },
    { kind: 'contract' },
  ])
  expect(check(stranger, 'token')).toEqual([{ kind: 'token' }, { kind: 'first-time' }])
  // Also of the account itself.
  expect(check(`0xa1a${'0'.repeat(34)}1a1`)).toEqual([{ kind: 'look-alike', of: own }])
})

test('keeps the last receivers of each namespace, and drops what is not one', () => {
  const foyer = testFoyer()
  for (let turn = 0; turn < 60; turn++)
    rememberContact(foyer, {
      contact: { address: `0x${turn}`, usedAt: turn },
      namespace: 'eip155',
    })
  rememberContact(foyer, {
    contact: { address: '0x30', name: 'a.eth', usedAt: 99 },
    namespace: 'eip155',
  })
  const contacts = readContacts(foyer, 'eip155')
  expect(contacts).toHaveLength(50)
  expect(contacts[0]).toEqual({ address: '0x30', name: 'a.eth', usedAt: 99 })
  expect(readContacts(foyer, 'solana')).toEqual([])
  foyer.storage.write('contacts.solana', [null, 1, { address: 2 }, { address: 'x', usedAt: 1 }])
  expect(readContacts(foyer, 'solana')).toEqual([{ address: 'x', usedAt: 1 }])
})

test.each([
  ['alice.eth', true],
  ['sub.alice.eth', true],
  ['alice', false],
  ['alice.', false],
  ['0x1234', false],
  ['https://alice.eth', false],
  ['al ice.eth', false],
])('%s is a name: %s', (text, expected) => {
  expect(isName(text)).toBe(expected)
})
