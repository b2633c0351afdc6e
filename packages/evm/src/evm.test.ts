import { expect, test } from 'vitest'
import * as entry from './index.ts'

test('creates an adapter with every EVM capability', () => {
  expect(entry.evm().namespace).toBe('eip155')
  expect(Object.keys(entry.evm()).toSorted()).toMatchInlineSnapshot(`
    [
      "addNetwork",
      "calls",
      "discover",
      "getBalance",
      "getTokenBalances",
      "hasHistory",
      "isAddress",
      "namespace",
      "readSwapCall",
      "send",
      "sendNft",
      "sendTransaction",
      "signMessage",
      "signTypedData",
      "switchNetwork",
      "transfers",
      "verifyAddress",
      "waitForTransaction",
    ]
  `)
})

test('has these exports', () => {
  expect(Object.keys(entry)).toMatchInlineSnapshot(`
    [
      "defineNetwork",
      "evm",
      "announceFarcaster",
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

test('creates independent adapters, and reads no window before it is used', async () => {
  expect('window' in globalThis).toBe(false)
  expect(entry.evm()).not.toBe(entry.evm())
  const stop = await entry.evm().discover?.(() => () => {})
  expect(stop?.()).toBeUndefined()
})
