import { describe, expect, it } from 'vitest'
import type { Asset, AssetChange } from './description.ts'
import {
  joinTransactions,
  mergeChanges,
  type SaidChanges,
  type SeenChanges,
} from './mergeChanges.ts'

const coins: Asset = { kind: 'native', symbol: 'ETH', decimals: 18, known: true }
const usdc: Asset = { kind: 'token', symbol: 'USDC', address: '0xA0b8', known: true }
const unnamed: Asset = { kind: 'token', symbol: '', known: false }
const eth = (amount: bigint): AssetChange => ({ asset: coins, amount, by: 'request' })
const dollars = (amount: bigint): AssetChange => ({ asset: usdc, amount, by: 'request' })
const nothing = { leaves: [], comes: [] }

const merge = (
  said: Partial<SaidChanges>,
  seen: Partial<SeenChanges>,
  options: Partial<mergeChanges.Options> = {},
) => {
  const { warnings, ...rest } = mergeChanges(
    { ...nothing, ...said },
    { ...nothing, complete: true, ...seen },
    { decoded: true, ...options },
  )
  const amounts = (changes: readonly AssetChange[]) => changes.map(({ amount }) => amount)
  return {
    leaves: amounts(rest.leaves),
    comes: amounts(rest.comes),
    codes: warnings.map(({ code }) => code),
  }
}

describe('an outgoing amount', () => {
  it('[T118] is the larger of the stated and the simulated amount, also for an incomplete simulation', () => {
    for (const complete of [true, false]) {
      expect(merge({ leaves: [eth(5n)] }, { leaves: [eth(7n)], complete }).leaves).toEqual([7n])
      expect(merge({ leaves: [eth(7n)] }, { leaves: [eth(5n)], complete }).leaves).toEqual([7n])
      const both = merge({ leaves: [eth(7n)] }, { leaves: [dollars(5n)], complete })
      expect(both.leaves).toEqual([7n, 5n])
    }
    expect(merge({ leaves: [eth(5n), eth(6n)] }, {}).leaves).toEqual([11n])
  })

  it('[T118] includes costs that only a simulation shows, unless it was simulated', () => {
    const said = { leaves: [eth(5n)], deposits: [eth(2n)] }
    expect(merge(said, { leaves: [eth(6n)] }).leaves).toEqual([6n])
    expect(merge(said, { complete: false }).leaves).toEqual([7n])
  })

  it('[T118] keeps a token with an unknown address apart from coins', () => {
    const token = { asset: unnamed, amount: 9n, by: 'request' } as const
    expect(merge({ leaves: [eth(5n), token] }, { leaves: [eth(5n)] }).leaves).toEqual([5n, 9n])
  })

  it('[T36] warns when the simulation shows more than stated, beyond the tolerance', () => {
    const more = [{ leaves: [eth(5n)] }, { leaves: [eth(7n)] }] as const
    expect(merge(...more).codes).toEqual(['simulation-disagrees'])
    expect(merge(...more, { slack: 2n }).codes).toEqual([])
    expect(merge(...more, { slack: 1n }).codes).toEqual(['simulation-disagrees'])
    expect(merge(...more, { decoded: false }).codes).toEqual([])
    const tokens = [{ leaves: [dollars(5n)] }, { leaves: [dollars(7n)] }] as const
    expect(merge(...tokens, { slack: 2n }).codes).toEqual(['simulation-disagrees'])
  })

  it('[T118] ignores case in addresses of EVM chains only', () => {
    const of = (address: string): AssetChange => ({
      asset: { kind: 'token', symbol: 'T', address, known: false },
      amount: 3n,
      by: 'request',
    })
    const merged = (one: string, other: string) =>
      merge({ leaves: [of(one)] }, { leaves: [of(other)] }).leaves
    expect(merged('0xAbCd', '0xaBcD')).toEqual([3n])
    expect(merged('AbCd', 'aBcD')).toEqual([3n, 3n])
  })

  it('[T36] [T118] counts even the smallest amount', () => {
    expect(merge({ leaves: [eth(5n)] }, { leaves: [eth(6n)] }).codes).toEqual([
      'simulation-disagrees',
    ])
    expect(merge({ comes: [eth(1n)] }, { comes: [eth(1n)] })).toMatchObject({
      comes: [1n],
      codes: [],
    })
    const unseen = (amount: bigint) => merge({ comes: [eth(amount)] }, { complete: false }).codes
    expect(unseen(1n)).toEqual(['promises-more'])
    expect(unseen(0n)).toEqual([])
  })

  it('[T36] warns when the simulation does not show a plain transfer in full', () => {
    const less = [{ leaves: [eth(5n)] }, { leaves: [eth(4n)] }] as const
    expect(merge(...less, { plain: true }).codes).toEqual(['simulation-disagrees'])
    expect(merge(...less).codes).toEqual([])
  })
})

describe('income', () => {
  it('[T118] is the amount of a complete simulation, and nothing without one', () => {
    const said = { comes: [dollars(5n)] }
    expect(merge(said, { comes: [dollars(5n)] })).toEqual({ leaves: [], comes: [5n], codes: [] })
    expect(merge({}, { comes: [dollars(7n)] }).comes).toEqual([7n])
    for (const seen of [[], [dollars(5n)]]) {
      const { codes, comes } = merge(said, { comes: seen, complete: false })
      expect([comes, codes]).toEqual([[], ['promises-more']])
    }
  })

  it('[T118] warns when more is stated than the simulation shows as the net income', () => {
    const promises = (said: bigint, out: bigint, seen: Partial<SeenChanges>) =>
      merge({ comes: [dollars(said)], leaves: [dollars(out)] }, seen).codes
    expect(promises(5n, 0n, { comes: [dollars(4n)] })).toEqual(['promises-more'])
    expect(promises(5n, 0n, {})).toEqual(['promises-more'])
    // 5 in and 3 out: 2 remain. 3 in and 5 out: a loss of 2.
    expect(promises(5n, 3n, { comes: [dollars(2n)] })).toEqual([])
    expect(promises(3n, 5n, { leaves: [dollars(2n)] })).toEqual([])
    expect(promises(3n, 5n, { leaves: [dollars(5n)] })).toEqual(['promises-more'])
    expect(merge({ comes: [eth(5n)] }, { comes: [eth(3n)] }, { slack: 2n }).codes).toEqual([])
    expect(merge({}, { overstated: true }).codes).toEqual(['promises-more'])
  })

  it('[T118] does not count a part that may fail', () => {
    const may = { unsure: [dollars(5n)], mayFail: true }
    expect(merge(may, { comes: [dollars(5n)] })).toEqual({
      leaves: [],
      comes: [],
      codes: ['income-may-fail'],
    })
    expect(merge(may, {}).codes).toEqual(['promises-more'])
    const partly = merge({ ...may, comes: [dollars(2n)] }, { comes: [dollars(7n)] })
    expect([partly.comes, partly.codes]).toEqual([[2n], ['income-may-fail']])
    const sure = merge({ comes: [dollars(2n)], mayFail: true }, { comes: [dollars(2n)] })
    expect([sure.comes, sure.codes]).toEqual([[2n], []])
  })

  it('[T36] warns of income that a fully decoded request does not state', () => {
    const seen = { comes: [dollars(5n)] }
    expect(merge({}, seen, { saysAll: true }).codes).toEqual(['simulation-disagrees'])
    expect(merge({}, seen).codes).toEqual([])
    expect(merge({ comes: [dollars(1n)] }, seen, { saysAll: true }).codes).toEqual([])
  })
})

describe('several transactions', () => {
  const part = (leaves: AssetChange[], comes: AssetChange[]) => ({ leaves, comes, warnings: [] })

  it('[T118] have income only when all changes are in one of them', () => {
    const swap = part([eth(5n)], [dollars(7n)])
    expect(joinTransactions([part([], []), swap])).toEqual(swap)
    const bait = joinTransactions([part([eth(5n)], []), part([], [dollars(7n)])])
    expect([bait.leaves.length, bait.comes, bait.warnings]).toEqual([
      1,
      [],
      [{ code: 'income-may-fail' }],
    ])
    expect(joinTransactions([swap, swap])).toMatchObject({ leaves: [{ amount: 10n }], comes: [] })
    expect(joinTransactions([part([eth(5n)], []), part([eth(6n)], [])])).toMatchObject({
      leaves: [{ amount: 11n }],
      warnings: [],
    })
  })
})
