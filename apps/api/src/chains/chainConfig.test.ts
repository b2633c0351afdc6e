import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chainConfigs } from './chainConfig.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const evm = {
  caipId: 'eip155:1',
  name: 'E',
  rpcUrls: ['http://127.0.0.1:1'],
  nativeCurrency: ether,
}
const solana = {
  caipId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'S',
  rpcUrls: ['http://127.0.0.1:1'],
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('gives each chain its namespace, and an EVM chain its multicall', () => {
  expect(v.parse(chainConfigs, [evm, solana])).toMatchObject([
    { namespace: 'eip155', multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11' },
    { namespace: 'solana' },
  ])
})

test('knows the tokens of public chains, unless an operator lists others', () => {
  const symbols = (chains: unknown[]) =>
    v.parse(chainConfigs, chains).map(({ tokens }) => tokens.map(({ symbol }) => symbol))
  const [ofEvm, ofSolana] = symbols([evm, solana])
  expect(ofEvm).toContain('WBTC')
  expect(ofSolana).toContain('BONK')
  expect(
    symbols([
      { ...evm, tokens: [] },
      { ...solana, tokens: [] },
    ]),
  ).toEqual([[], []])
})

test.each([
  [{ ...solana, multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11' }, /multicall3/],
  [{ ...evm, dollars: [mint] }, /dollars/],
  [{ ...solana, caipId: 'solana:mainnet' }, /CAIP-2 id of a Solana cluster/],
  [{ ...evm, caipId: 'bip122:1' }, /CAIP-2 id of an EVM chain/],
  [{ ...solana, dollars: [`${mint.slice(0, -1)}0`] }, /is not an address/],
  [{ ...solana, wsUrls: ['https://x.example'] }, /must be ws or wss/],
  [{ ...solana, rpcUrls: ['ws://x.example'] }, /must be http or https/],
  [{ ...solana, rpcUrls: [] }, /length/],
])('error: %j', (chain, message) => {
  const parsed = v.safeParse(chainConfigs, [chain])
  expect(parsed.issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join()).toMatch(
    message,
  )
})

test('error: refuses a chain that is listed twice', () => {
  expect(() => v.parse(chainConfigs, [solana, solana])).toThrow('one chain stands there twice')
})
