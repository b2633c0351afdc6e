import { expect, test } from 'vitest'
import { alice, mallory } from './decode.test.kit.ts'
import type { Asset, AssetChange, DescribedCall, Description, WarningCode } from './description.ts'
import { findDrainSigns } from './drainSigns.ts'
import { addressFact } from './facts.ts'

const coin: Asset = { kind: 'native', symbol: 'ETH', decimals: 18, known: true }
const token = (address: string): Asset => ({
  ...{ kind: 'token', symbol: 'T', decimals: 6, known: false },
  address,
})
const [one, other] = [token('0x01'), token('0x02')] as const
const change = (asset: Asset, amount = 1n): AssetChange => ({ asset, amount, by: 'simulation' })
const eth = (thousandths: bigint) => change(coin, thousandths * 10n ** 15n)
const warned = (...codes: WarningCode[]) => codes.map((code) => ({ code }))
const transaction = (more: Partial<Description> = {}): Description => ({
  kind: 'transaction',
  title: 'contract-call',
  risk: 'high',
  warnings: [],
  leaves: [],
  comes: [],
  facts: [],
  calls: [],
  ...more,
})
const approve = (spender: string, address: string): DescribedCall => ({
  action: 'approve-token',
  facts: [addressFact('spender', spender, false), addressFact('token', address, false)],
  warnings: [],
  calls: [],
})
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

test('several assets that leave for nothing are a sign, one asset or a trade is not', () => {
  const both = { leaves: [change(one), change(other)] }
  expect(findDrainSigns(transaction(both))).toEqual(['takes-several'])
  expect(findDrainSigns(transaction({ leaves: [change(one)] }))).toEqual([])
  expect(findDrainSigns(transaction({ ...both, comes: [eth(1n)] }))).toEqual([])
  const nft = (tokenId: bigint) => ({ ...change({ ...one, kind: 'nft' }), tokenId })
  expect(findDrainSigns(transaction({ leaves: [nft(1n), nft(2n)] }))).toEqual(['takes-several'])
})

test('coins count beside a token from a hundredth of one on: a bridge takes its fee in coins', () => {
  const leaves = (coins: AssetChange) => transaction({ leaves: [change(one), coins] })
  expect(findDrainSigns(leaves(eth(10n)))).toEqual(['takes-several'])
  expect(findDrainSigns(leaves(change(coin, 10n ** 16n - 1n)))).toEqual([])
})

test('an unknown contract that takes four fifths of the coins is a sign, a plain transfer is not', () => {
  const call = transaction({ leaves: [eth(800n)], warnings: warned('unknown-call') })
  const balance = 10n ** 18n
  expect(findDrainSigns(call, { balance })).toEqual(['takes-all-coins'])
  expect(findDrainSigns(call, { balance: balance + 1n })).toEqual([])
  expect(findDrainSigns(call)).toEqual([])
  expect(findDrainSigns(transaction({ leaves: [eth(800n)] }), { balance })).toEqual([])
  expect(
    findDrainSigns(transaction({ warnings: warned('unknown-call') }), { balance: 0n }),
  ).toEqual([])
})

test('allowances for several tokens are a sign, also inside of other calls, but not for a known contract', () => {
  const calls = (...list: DescribedCall[]) => transaction({ calls: list })
  const two = [approve(mallory, '0x01'), approve(mallory, '0x02')] as const
  expect(findDrainSigns(calls(...two))).toEqual(['lets-take'])
  const nested: DescribedCall = { ...two[0], action: 'several-calls', facts: [], calls: [...two] }
  expect(findDrainSigns(calls(nested))).toEqual(['lets-take'])
  expect(findDrainSigns(calls(two[0], approve(mallory, '0x01')))).toEqual([])
  expect(findDrainSigns(calls(two[0], approve(permit2, '0x02')))).toEqual([])
  const revoked: DescribedCall = { ...two[1], action: 'revoke-approval' }
  expect(findDrainSigns(calls(two[0], revoked))).toEqual([])
})

test('a permit that lets an unknown contract take everything is a sign', () => {
  const permit = (spender: string, ...codes: WarningCode[]) =>
    transaction({
      kind: 'permit',
      warnings: warned(...codes),
      facts: [addressFact('spender', spender, false), addressFact('token', alice, false)],
    })
  for (const code of ['unlimited-amount', 'whole-balance', 'amount-far-above-balance'] as const)
    expect(findDrainSigns(permit(mallory, code))).toEqual(['signature-takes'])
  expect(findDrainSigns(permit(mallory, 'lets-spend'))).toEqual([])
  expect(findDrainSigns(permit(permit2, 'unlimited-amount'))).toEqual([])
  // The same allowance in a transaction is common, and only risky.
  const allowance = transaction({
    warnings: warned('unlimited-amount'),
    calls: [approve(mallory, '0x01')],
  })
  expect(findDrainSigns(allowance)).toEqual([])
})

test('an order for nothing, a hidden loss and a new owner are signs', () => {
  expect(findDrainSigns(transaction({ warnings: warned('order-for-nothing') }))).toEqual([
    'order-for-nothing',
  ])
  const hidden = { leaves: [change(one)], warnings: warned('simulation-disagrees') }
  expect(findDrainSigns(transaction(hidden))).toEqual(['takes-more'])
  expect(findDrainSigns(transaction({ ...hidden, comes: [change(other)] }))).toEqual([])
  for (const code of ['changes-authority', 'assigns-account'] as const)
    expect(findDrainSigns(transaction({ warnings: warned(code) }))).toEqual(['takes-account'])
})
