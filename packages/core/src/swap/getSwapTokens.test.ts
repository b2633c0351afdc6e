import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { testAdapter, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { sendJson, testServer } from '../testServer.test.kit.ts'
import { getSwapTokens } from './getSwapTokens.ts'
import { supportsSwaps } from './supportsSwaps.ts'
import { coin, dollars } from './testSwap.test.kit.ts'

test('[7.35] lists the tokens of a network once in five minutes, with harmless names', async () => {
  const bad = { ...dollars, name: 'US\u202eDC\u200b', symbol: 'S'.repeat(90) }
  const foreign = { ...dollars, address: dollars.address.replace(':1:', ':10:') }
  const server = await testServer(() => ({ tokens: [coin, bad, foreign], sources: [] }))
  const foyer = testFoyer({ apiUrl: server.url })
  const tokens = await getSwapTokens(foyer)
  expect(tokens).toEqual([coin, { ...dollars, name: 'USDC', symbol: 'S'.repeat(24) }])
  await getSwapTokens(foyer, { chainId: 'eip155:1' })
  expect(server.requests).toHaveLength(1)
  await getSwapTokens(foyer, { address: '0xabc' })
  expect(server.requests.at(-1)?.query).toMatchObject({ chainId: 'eip155:1', address: '0xabc' })
})

test('[9.22] says that a network has no swaps', async () => {
  const server = await testServer((_, response) =>
    sendJson(response, 400, { error: { code: 'chain-unsupported', message: 'none' } }),
  )
  const foyer = testFoyer({ apiUrl: server.url })
  await expect(getSwapTokens(foyer)).rejects.toMatchObject({ code: 'chain-unsupported' })
})

test('[6.5] [9.20] swaps are on by default, and never without the feature, an api, an adapter or a wallet that sends', async () => {
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const read = async () => ({}) as never
  const adapters = [testAdapter('eip155', { readSwapCall: read }), testAdapter('solana')]
  const on = { apiUrl: 'https://api.example', networks, adapters }
  expect(supportsSwaps(testFoyer(on))).toBe(true)
  expect(supportsSwaps(testFoyer(on), 'solana')).toBe(false)
  expect(supportsSwaps(testFoyer({ ...on, features: { swaps: false } }))).toBe(false)
  expect(supportsSwaps(testFoyer({ networks, adapters }))).toBe(false)
  const foyer = testFoyer(on)
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  expect(supportsSwaps(foyer)).toBe(true)
  wallet.emit.onScope({ methods: ['personal_sign'] })
  expect(supportsSwaps(foyer)).toBe(false)
})
