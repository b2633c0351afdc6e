import { expect, test } from 'vitest'
import { describeChange } from './describeChange.ts'
import type { SolanaDetails } from './parseDetails.ts'

const account = 'Ann1111111111111111111111111111111111111111'
const other = 'Ben1111111111111111111111111111111111111111'
const pool = 'Poo1111111111111111111111111111111111111111'
const mint = 'Mint111111111111111111111111111111111111111'
const program = 'Prog111111111111111111111111111111111111111'

const details = (more: Partial<SolanaDetails> = {}): SolanaDetails => ({
  ...{ payer: account, signers: [account], fee: '5000', isConfirmed: true },
  coins: [{ address: more.payer ?? account, change: '-5000' }],
  ...{ tokens: [], instructions: [{ program, type: null, authority: null, target: null }] },
  ...more,
})
const token = (owner: string, before: string | null, after: string | null, address = owner) => ({
  ...{ address, mint, decimals: 2, before, after },
  ...{ ownerBefore: before === null ? null : owner, ownerAfter: after === null ? null : owner },
})
const describe = (more: Partial<SolanaDetails>, ownAccounts: readonly string[] = []) =>
  describeChange(details(more), { account, ownAccounts: new Set(ownAccounts) })

test.each([
  ['a deployment', { type: 'deployWithMaxDataLen', target: pool }, 'deploy', pool],
  ['an approval', { type: 'approveChecked', target: null }, 'approve', program],
  ['a transfer to oneself', { type: 'transfer', target: null }, 'send', program],
  ['another call', { type: null, target: null }, 'execute', program],
] as const)('[7.31] %s', (_, instruction, operationType, sentTo) => {
  const one = { program, authority: account, ...instruction }
  expect(describe({ instructions: [one] })).toMatchObject({ operationType, sentTo, fee: 5000n })
})

test('tokens that appear are minted for the account that pays, and received from nobody otherwise', () => {
  const tokens = [token(account, null, '7')]
  expect(describe({ tokens }).operationType).toBe('mint')
  expect(describe({ tokens, payer: other })).toMatchObject({
    ...{ operationType: 'receive', fee: 0n, sentTo: account },
    transfers: [{ direction: 'in', amount: 7n, counterparty: undefined, token: { mint } }],
  })
})

test('the owner of a token account can change, which moves its tokens', () => {
  const tokens = [{ ...token(other, '9', '9'), ownerAfter: account }]
  expect(describe({ tokens, payer: other }).transfers).toEqual([
    { direction: 'in', amount: 9n, counterparty: other, token: { mint, decimals: 2 } },
  ])
})

test('transactions of before 2022 name no owners: the account knows its own token accounts', () => {
  const nobody = { ownerBefore: null, ownerAfter: null }
  const tokens = [
    { ...token(pool, '9', '5'), ...nobody },
    { ...token(other, '0', '4'), ...nobody },
  ]
  expect(describe({ tokens, payer: other }, [pool]).transfers).toEqual([
    { direction: 'out', amount: 4n, counterparty: other, token: { mint, decimals: 2 } },
  ])
  expect(describe({ tokens, payer: other }).transfers).toEqual([])
})

test('coins for opening a token account are no swap', () => {
  const coins = [
    { address: account, change: '-2044280' },
    { address: pool, change: '2039280' },
  ]
  const tokens = [token(account, null, '4', pool), token(other, '9', '5')]
  expect(describe({ coins, tokens })).toMatchObject({
    operationType: 'receive',
    transfers: [
      { direction: 'in', amount: 4n, counterparty: other },
      { direction: 'out', amount: 2_039_280n, counterparty: account, token: undefined },
    ],
  })
})

test('amounts above 2⁵³ lamports stay exact', () => {
  const coins = [{ address: account, change: '600000000000000001' }]
  expect(describe({ coins, payer: other }).transfers[0]?.amount).toBe(600_000_000_000_000_001n)
})
