import { expect, test } from 'vitest'
import type { PhoneConfig } from '../phoneConfig.ts'
import type { Proposal } from './openKit.ts'
import { grant, readProposal } from './readProposal.ts'

const config: PhoneConfig = {
  relayUrl: 'ws://relay',
  projectId: 'test',
  chains: [{ id: 31337, name: 'Local', rpcUrl: 'http://127.0.0.1', symbol: 'ETH' }],
}
type Spaces = Proposal['requiredNamespaces']
const read = (requiredNamespaces: Spaces, optionalNamespaces: Spaces = {}) =>
  readProposal(config, { requiredNamespaces, optionalNamespaces } as Proposal)
const evm = (chains: string[], methods = ['personal_sign'], events: string[] = []) => ({
  eip155: { chains, methods, events },
})

test('merges required and optional namespaces', () => {
  const { obstacle, wishes } = read(
    { 'eip155:31337': { methods: ['personal_sign'], events: ['chainChanged'] } },
    evm(['eip155:31337', 'eip155:1'], ['eth_sign', 'eth_sendTransaction']),
  )
  expect(obstacle).toBeUndefined()
  expect(wishes).toEqual([
    {
      family: 'eip155',
      chains: [
        { chainId: 'eip155:31337', isServed: true, isRequired: true },
        { chainId: 'eip155:1', isServed: false, isRequired: false },
      ],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged'],
    },
  ])
})

test('grants accounts on the chosen chains only', () => {
  const { wishes } = read({}, evm(['eip155:31337', 'eip155:1']))
  const chosen = {
    chains: new Set(['eip155:1']),
    addresses: { eip155: ['0xa', '0xb'], solana: [] },
  }
  expect(grant(wishes, chosen)).toEqual({
    eip155: {
      chains: ['eip155:1'],
      accounts: ['eip155:1:0xa', 'eip155:1:0xb'],
      methods: ['personal_sign'],
      events: ['chainChanged', 'accountsChanged'],
    },
  })
})

test.each([
  [5104, { cosmos: { chains: ['cosmos:hub'], methods: [], events: [] } }, {}],
  [5101, evm(['eip155:1'], ['eth_sign']), {}],
  [5100, {}, { cosmos: { chains: ['cosmos:hub'], methods: [], events: [] } }],
  [5100, {}, {}],
] as [number, Spaces, Spaces][])(
  'rejects an unsupported proposal with %i',
  (code, required, optional) => {
    expect(read(required, optional).obstacle?.code).toBe(code)
  },
)
