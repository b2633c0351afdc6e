import { address } from '@solana/kit'
import { expect, test } from 'vitest'
import { createHistory, type LandedTransaction } from './history.ts'
import { solanaAccounts } from './solanaAccounts.ts'

const [alice, bob] = solanaAccounts.map((one) => address(one.address))
const landed = (signature: string, slot: number, accounts = [alice!]): LandedTransaction => ({
  signature,
  slot,
  index: 0,
  blockTime: 0,
  wire: '',
  accounts,
  loaded: { writable: [], readonly: [] },
  error: null,
  fee: '5000',
  preBalances: [],
  postBalances: [],
  preTokenBalances: [],
  postTokenBalances: [],
  logs: [],
  innerInstructions: [],
  computeUnits: 0,
  returnData: null,
  memo: null,
})

test('returns the newest first, of an address and of a slot', () => {
  const history = createHistory()
  history.add(landed('one', 1))
  history.add(landed('two', 1, [alice!, bob!, bob!]))
  history.add(landed('three', 2))
  const names = (list: readonly LandedTransaction[]) => list.map(({ signature }) => signature)
  expect(names(history.ofAddress(alice!))).toEqual(['three', 'two', 'one'])
  expect(names(history.ofAddress(bob!))).toEqual(['two'])
  expect(names(history.ofSlot(1n))).toEqual(['one', 'two'])
})

test('drops the oldest beyond its limit, and still counts them', () => {
  const history = createHistory({ limit: 2, transactions: [landed('one', 1, [bob!])], count: 1 })
  history.add(landed('two', 2))
  history.add(landed('three', 2))
  expect(history.get('one')).toBeUndefined()
  expect(history.ofAddress(bob!)).toEqual([])
  expect(history.ofSlot(1n)).toEqual([])
  expect(history.list()).toHaveLength(2)
  expect(history.count()).toBe(3)
})
