import type { TokenBalance } from '@foyer/protocol/api'
import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import {
  alice,
  bob,
  gate,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { type Answer, refuse, testServer } from '../testServer.test.kit.ts'
import { balanceTtlMs } from './agreeBalances.ts'
import { balanceRetryMs, loadBalances } from './loadBalances.ts'

afterEach(() => {
  vi.useRealTimers()
})

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const coin: TokenBalance = {
  name: 'Coin',
  symbol: 'COIN',
  chainId: 'eip155:1',
  value: 3,
  price: 2,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: 'https://i.example/coin',
}
const token = { ...coin, symbol: 'TKN', address: `eip155:1:${bob}` }
const badge = { ...token, symbol: 'BADGE', quantity: { decimals: '0', numeric: '1' } }

/** Creates a connected account and an api that answers only the balance call. */
async function connected(answer: Answer, options: Parameters<typeof testFoyer>[0] = {}) {
  const server = await testServer((request, response) =>
    request.path.endsWith('/balance') ? answer(request, response) : refuse(response, 404, 'no'),
  )
  const foyer = testFoyer({ apiUrl: server.url, networks, ...options })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const calls = () => server.requests.filter(({ path }) => path.endsWith('/balance'))
  return { calls, foyer, wallet }
}
/** Only the date is faked; servers run in real time. */
const at = (ms: number) => vi.useFakeTimers({ now: ms, toFake: ['Date'] })

test('[7.30] [3.11] asks by address and network; entries with zero decimals are filtered out', async () => {
  const { calls, foyer } = await connected(() => ({ balances: [coin, badge, token] }))
  await loadBalances(foyer)
  expect(readAccount(foyer).tokenBalance).toEqual([coin, token])
  expect(calls()).toMatchObject([
    {
      method: 'GET',
      path: `/v1/account/${alice}/balance`,
      query: {
        projectId: 'project',
        st: 'foyer',
        sv: 'html-eip155-0.1.0',
        chainId: 'eip155:1',
      },
    },
  ])
})

test('[9.16] caches balances for 30 s per account and network', async () => {
  expect(balanceTtlMs).toBe(30_000)
  at(1_000_000)
  const { calls, foyer, wallet } = await connected(() => ({ balances: [coin] }))
  await loadBalances(foyer)
  at(1_029_999)
  await loadBalances(foyer)
  expect(calls()).toHaveLength(1)
  at(1_030_000)
  await loadBalances(foyer)
  expect(calls()).toHaveLength(2)
  wallet.emit.onChain('eip155:8453')
  await loadBalances(foyer)
  wallet.emit.onAccounts([{ address: bob }])
  await loadBalances(foyer)
  expect(calls().slice(2)).toMatchObject([
    { query: { chainId: 'eip155:8453' } },
    { path: `/v1/account/${bob}/balance` },
  ])
})

test('[3.16] restores balances after a reload', async () => {
  const storage = testBacking()
  const { foyer } = await connected(() => ({ balances: [coin] }), { storage })
  await loadBalances(foyer)
  const { calls, foyer: again } = await connected(() => ({ balances: [] }), { storage })
  await loadBalances(again)
  expect(readAccount(again).tokenBalance).toEqual([coin])
  expect(calls()).toHaveLength(0)
})

test('force bypasses every cache and names the account', async () => {
  const { calls, foyer } = await connected(() => ({ balances: [coin] }))
  await loadBalances(foyer)
  await loadBalances(foyer, { force: true })
  expect(calls()[1]?.query).toMatchObject({ forceUpdate: `eip155:1:${alice}` })
  expect(calls()[0]?.query).not.toHaveProperty('forceUpdate')
})

test('[8.1] [9.5] error: after a failed fetch there is no retry for 30 s', async () => {
  expect(balanceRetryMs).toBe(30_000)
  at(1_000_000)
  const { calls, foyer } = await connected((_, response) => refuse(response, 401, 'no'))
  const failure = { code: 'balance-unavailable', message: 'Token Balance Unavailable' }
  await expect(loadBalances(foyer)).rejects.toMatchObject({
    ...failure,
    cause: { code: 'http-failed' },
  })
  expect(readAccount(foyer)).toMatchObject({ lastRetry: 1_000_000, tokenBalance: undefined })
  at(1_029_999)
  await expect(loadBalances(foyer, { force: true })).rejects.toMatchObject(failure)
  expect(calls()).toHaveLength(1)
  at(1_030_000)
  await expect(loadBalances(foyer)).rejects.toMatchObject(failure)
  expect(calls()).toHaveLength(2)
})

test('recovers when the next fetch succeeds', async () => {
  at(1_000_000)
  let fails = true
  const { foyer } = await connected((_, response) =>
    fails ? refuse(response, 401, 'no') : { balances: [coin] },
  )
  await expect(loadBalances(foyer)).rejects.toThrow()
  fails = false
  at(1_030_000)
  await loadBalances(foyer)
  expect(readAccount(foyer)).toMatchObject({ lastRetry: undefined, tokenBalance: [coin] })
})

test.each([
  ['of another shape', { tokens: [] }],
  ['with an entry of another shape', { balances: [{ name: 'x' }] }],
])('error: rejects an answer %s', async (_, body) => {
  const { foyer } = await connected(() => body)
  await expect(loadBalances(foyer)).rejects.toMatchObject({ code: 'balance-unavailable' })
  expect(readAccount(foyer).tokenBalance).toBeUndefined()
})

test('ignores an answer for a previous account or network', async () => {
  const answer = gate<object>()
  const { foyer, wallet } = await connected(() => answer.promise)
  const end = loadBalances(foyer)
  wallet.emit.onChain('eip155:8453')
  answer.open({ balances: [coin] })
  await end
  expect(readAccount(foyer).tokenBalance).toBeUndefined()
})

test('has no tokens on an unsupported network, and sends no request', async () => {
  const { calls, foyer, wallet } = await connected(() => ({ balances: [coin] }))
  wallet.emit.onChain('eip155:99')
  await loadBalances(foyer)
  expect(readAccount(foyer).tokenBalance).toBeUndefined()
  expect(calls()).toHaveLength(0)
  expect(foyer.store.get().alerts).toEqual([])
})

test('without an api, reads the tokens that the site lists from the chain', async () => {
  const tokens = [{ address: bob }]
  const asked: unknown[] = []
  const foyer = testFoyer({
    networks,
    tokens: { 'eip155:1': tokens },
    adapter: {
      async getTokenBalances(parameters) {
        asked.push(parameters)
        return [coin, badge]
      },
    },
  })
  await connect(foyer, { connector: testWallet().connector })
  await loadBalances(foyer)
  expect(readAccount(foyer).tokenBalance).toEqual([coin])
  expect(asked).toEqual([
    { address: alice, network: networks[0], rpc: expect.any(Function), tokens },
  ])
})

test('error: no source available, or disconnected', async () => {
  const foyer = testFoyer({ networks })
  await expect(loadBalances(foyer)).rejects.toMatchObject({ code: 'not-connected' })
  await connect(foyer, { connector: testWallet().connector })
  await expect(loadBalances(foyer)).rejects.toMatchObject({
    code: 'balance-unavailable',
    cause: { code: 'method-not-supported' },
  })
})
