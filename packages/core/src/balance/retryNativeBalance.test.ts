import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { start } from '../start.ts'
import { bob, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { balanceRetries } from './retryNativeBalance.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates a connected account on a chain that fails on demand, with fake timers. */
async function connected({ isStarted = true } = {}) {
  vi.useFakeTimers()
  const chain = { isDown: true, asked: [] as number[] }
  const getBalance: NonNullable<Adapter['getBalance']> = async () => {
    chain.asked.push(Date.now())
    if (chain.isDown) throw new Error('down')
    return 7n
  }
  const networks = [testNetwork('eip155:1'), testNetwork('eip155:5')]
  const foyer = testFoyer({ networks, adapter: { getBalance } })
  if (isStarted) start(foyer)
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  await vi.waitUntil(() => chain.asked.length === 1 && !readAccount(foyer).balanceLoading)
  chain.asked.length = 0
  return { chain, foyer, wallet }
}

test('retries a failed first read after 1 s, doubling to 30 s, without a loading state', async () => {
  expect(balanceRetries).toEqual({ firstMs: 1_000, longestMs: 30_000 })
  const { chain, foyer } = await connected()
  const loading: boolean[] = []
  foyer.store.subscribe(() => loading.push(readAccount(foyer).balanceLoading))
  const since = Date.now()
  await vi.advanceTimersByTimeAsync(91_000)
  const passed = chain.asked.map((at) => Math.round((at - since) / 1_000))
  expect(passed).toEqual([1, 3, 7, 15, 31, 61, 91])
  chain.isDown = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readAccount(foyer).balance).toBe(7n)
  expect(loading).not.toContain(true)
  chain.asked.length = 0
  await vi.advanceTimersByTimeAsync(120_000)
  expect(chain.asked).toEqual([])
})

test('retries nothing in an instance that was not started, since nothing would stop it', async () => {
  const { chain } = await connected({ isStarted: false })
  await vi.advanceTimersByTimeAsync(91_000)
  expect(chain.asked).toEqual([])
})

test.each(['focus', 'online', 'visibilitychange'])('%s retries at once', async (event) => {
  const page = new EventTarget()
  const seen = { visibilityState: 'visible' }
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(page, seen))
  const { chain, foyer } = await connected()
  chain.isDown = false
  page.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(1)
  expect(readAccount(foyer).balance).toBe(7n)
  chain.asked.length = 0
  page.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(chain.asked).toEqual([])
})

test('waits while the page is hidden', async () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('document', document)
  const { chain, foyer } = await connected()
  chain.isDown = false
  await vi.advanceTimersByTimeAsync(120_000)
  expect(chain.asked).toEqual([])
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(readAccount(foyer).balance).toBe(7n)
})

test('stops on disconnect, and on another account or network', async () => {
  const { chain, foyer, wallet } = await connected()
  wallet.emit.onChain('eip155:5')
  await vi.advanceTimersByTimeAsync(500)
  wallet.emit.onAccounts([{ address: bob }])
  // Only the loop of the last account runs.
  await vi.advanceTimersByTimeAsync(500)
  chain.asked.length = 0
  await vi.advanceTimersByTimeAsync(7_000)
  expect(chain.asked).toHaveLength(3)
  await disconnect(foyer)
  chain.asked.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(chain.asked).toEqual([])
})
