import { expect, test } from 'vitest'
import * as entry from './index.ts'

test('gives an adapter that can all that an EVM chain can', () => {
  expect(entry.evm().namespace).toBe('eip155')
  expect(Object.keys(entry.evm()).toSorted()).toMatchInlineSnapshot(`
    [
      "addNetwork",
      "discover",
      "getBalance",
      "getTokenBalances",
      "isAddress",
      "namespace",
      "send",
      "sendTransaction",
      "signMessage",
      "signTypedData",
      "switchNetwork",
      "verifyAddress",
      "waitForTransaction",
    ]
  `)
})

test('gives these exports', () => {
  expect(Object.keys(entry)).toMatchInlineSnapshot(`
    [
      "defineNetwork",
      "evm",
      "arbitrum",
      "arbitrumSepolia",
      "aurora",
      "avalanche",
      "avalancheFuji",
      "base",
      "baseSepolia",
      "bsc",
      "celo",
      "fantom",
      "gnosis",
      "hoodi",
      "kaia",
      "mainnet",
      "optimism",
      "optimismSepolia",
      "polygon",
      "polygonAmoy",
      "sepolia",
      "zksync",
      "zora",
    ]
  `)
})

test('gives two adapters that share nothing, and touches no window before it is asked', async () => {
  expect('window' in globalThis).toBe(false)
  expect(entry.evm()).not.toBe(entry.evm())
  const stop = await entry.evm().discover?.(() => () => {})
  expect(stop?.()).toBeUndefined()
})
