import { expect, expectTypeOf, test } from 'vitest'
import { defineNetwork } from './defineNetwork.ts'

const facts = {
  name: 'Cluster',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8899'] } },
}

test('adds the CAIP-2 id to a cluster, and keeps its other fields', () => {
  const network = defineNetwork({ ...facts, id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
  expect(network).toEqual({
    ...facts,
    id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    chainNamespace: 'solana',
    caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  })
  expectTypeOf(network.caipNetworkId).toEqualTypeOf<'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'>()
})

test.each([
  '',
  'devnet',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1a',
  '0tWTRABZaYq6iMfeYKouRu166VU2xqa1',
])('error: %j is not the beginning of a genesis hash', (id) => {
  expect(() => defineNetwork({ ...facts, id })).toThrow(
    expect.objectContaining({
      code: 'options-invalid',
      details: expect.stringContaining('Cluster must be the first 32 letters'),
    }),
  )
})
