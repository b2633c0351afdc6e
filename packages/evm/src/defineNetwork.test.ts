import { foundry } from 'viem/chains'
import { expect, expectTypeOf, test } from 'vitest'
import { defineNetwork } from './defineNetwork.ts'

test('adds the CAIP-2 id to a viem chain, and keeps its other fields', () => {
  const network = defineNetwork(foundry)
  expect(network).toEqual({ ...foundry, chainNamespace: 'eip155', caipNetworkId: 'eip155:31337' })
  expectTypeOf(network.caipNetworkId).toEqualTypeOf<'eip155:31337'>()
})

test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('error: %s is not a chain id', (id) => {
  expect(() => defineNetwork({ ...foundry, id })).toThrow(
    expect.objectContaining({
      code: 'options-invalid',
      details: expect.stringContaining('Foundry'),
    }),
  )
})
