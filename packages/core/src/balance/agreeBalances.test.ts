import type { TokenBalance } from '@foyer/protocol/api'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import type { Foyer } from '../foyer.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { refuse, sendJson, testServer } from '../testServer.test.kit.ts'
import { balanceTtlMs } from './agreeBalances.ts'
import { loadBalances } from './loadBalances.ts'
import { refreshNativeBalance } from './refreshNativeBalance.ts'

afterEach(() => {
  vi.useRealTimers()
})

const unit = 10n ** 18n
const coinOf = (numeric: string): TokenBalance => ({
  name: 'Coin',
  symbol: 'COIN',
  chainId: 'eip155:1',
  price: 2,
  value: 2 * (Number(numeric) || 0),
  quantity: { decimals: '18', numeric },
})
const token: TokenBalance = { ...coinOf('5'), symbol: 'TKN', address: 'eip155:1:0xabc' }

/** Creates a connected account, a chain that returns `chain.balance` and an api that returns `list`. */
async function connected({ balance, list }: { balance: bigint | undefined; list: TokenBalance[] }) {
  const chain = { balance, list }
  const api = await testServer((request, response) =>
    request.path.endsWith('/balance')
      ? sendJson(response, 200, { balances: chain.list })
      : refuse(response, 404, 'no'),
  )
  const foyer = testFoyer({
    apiUrl: api.url,
    adapter: {
      async getBalance() {
        if (chain.balance === undefined) throw new Error('down')
        return chain.balance
      },
    },
  })
  await connect(foyer, { connector: testWallet().connector })
  await expect.poll(() => readAccount(foyer).balanceLoading).toBe(false)
  return { chain, foyer }
}
const listed = (foyer: Foyer) =>
  readAccount(foyer).tokenBalance?.map(({ quantity, symbol, value }) => [
    symbol,
    quantity.numeric,
    value,
  ])

test('the token list supplies the balance that the chain could not', async () => {
  const { foyer } = await connected({ balance: undefined, list: [coinOf('10000'), token] })
  expect(readAccount(foyer).balance).toBeUndefined()
  await loadBalances(foyer)
  expect(readAccount(foyer)).toMatchObject({ balance: 10_000n * unit, balanceSymbol: 'COIN' })
})

test("the chain's balance is written to the token list with its value, and replaces a cached list's amount", async () => {
  const { chain, foyer } = await connected({ balance: 3n * unit, list: [coinOf('1'), token] })
  await loadBalances(foyer)
  const [, tokenRow] = listed(foyer) ?? []
  expect(listed(foyer)).toEqual([['COIN', '3', 6], tokenRow])
  chain.balance = (5n * unit) / 2n
  await refreshNativeBalance(foyer)
  await loadBalances(foyer)
  expect(listed(foyer)).toEqual([['COIN', '2.5', 5], tokenRow])
  expect(readAccount(foyer).balance).toBe(chain.balance)
})

test('a list is newer than a chain balance from 30 s ago', async () => {
  const { foyer } = await connected({ balance: 3n * unit, list: [coinOf('1')] })
  vi.useFakeTimers({ now: Date.now() + balanceTtlMs, toFake: ['Date'] })
  await loadBalances(foyer)
  expect(listed(foyer)).toEqual([['COIN', '1', 2]])
  expect(readAccount(foyer).balance).toBe(unit)
})

test('adds the native coin that the list lacks, unless its balance is 0', async () => {
  const { chain, foyer } = await connected({ balance: unit / 4n, list: [token] })
  await loadBalances(foyer)
  expect(listed(foyer)?.[0]).toEqual(['COIN', '0.25', undefined])
  chain.balance = 0n
  await refreshNativeBalance(foyer)
  expect(listed(foyer)?.[0]).toEqual(['COIN', '0', undefined])
  const none = await connected({ balance: 0n, list: [token] })
  await loadBalances(none.foyer)
  expect(listed(none.foyer)).toHaveLength(1)
})

test.each(['', '1e3', '-1', '0x10', '1,5'])(
  'ignores an invalid amount %j in the list',
  async (numeric) => {
    const { foyer } = await connected({ balance: undefined, list: [coinOf(numeric)] })
    await loadBalances(foyer)
    expect(readAccount(foyer).balance).toBeUndefined()
  },
)

test('both sources yield the same amount, in any notation', async () => {
  const { chain, foyer } = await connected({ balance: 0n, list: [] })
  await loadBalances(foyer)
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: 10n ** 30n }), async (amount) => {
      chain.balance = amount
      await refreshNativeBalance(foyer)
      const [[, numeric] = []] = listed(foyer) ?? []
      // Feed the result back as the list of an api, without a chain balance.
      const again = await connected({ balance: undefined, list: [coinOf(String(numeric ?? 0))] })
      await loadBalances(again.foyer)
      expect(readAccount(again.foyer).balance).toBe(amount)
    }),
    { numRuns: 20 },
  )
})

test.each([0, 6, 8])('round-trips a coin with %i decimals', async (decimals) => {
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals }
  const foyer = testFoyer({
    networks: [testNetwork('eip155:1', { nativeCurrency })],
    adapter: { getBalance: async () => 1_200n, getTokenBalances: async () => [token] },
  })
  await connect(foyer, { connector: testWallet().connector })
  await expect.poll(() => readAccount(foyer).balance).toBe(1_200n)
  await loadBalances(foyer)
  expect(listed(foyer)?.[0]?.[1]).toBe({ 0: '1200', 6: '0.0012', 8: '0.000012' }[decimals])
})
