import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { networksWith } from './networks.ts'

test('names the supported chains with the symbol and decimals that viem has for their ids', () => {
  const known = Object.values(chains)
  for (const { decimals, id, symbol } of networksWith([])) {
    const [namespace, reference] = id.split(':')
    if (namespace === 'solana') expect([decimals, symbol]).toEqual([9, 'SOL'])
    else
      expect(
        known.filter((chain) => chain.id === Number(reference)),
        id,
      ).toContainEqual(
        expect.objectContaining({ nativeCurrency: expect.objectContaining({ decimals, symbol }) }),
      )
  }
})

test("lists the operator's chains first; they replace chains with the same id", () => {
  const builtIn = networksWith([])
  const own = [
    { id: 'eip155:31337', name: 'Anvil', symbol: 'ETH', decimals: 18 },
    { id: 'eip155:1', name: 'Fork', symbol: 'ETH', decimals: 18 },
  ]
  const all = networksWith(own)
  expect(all.slice(0, 2)).toEqual(own)
  expect(all.slice(2)).toEqual(builtIn.filter(({ id }) => id !== 'eip155:1'))
})
