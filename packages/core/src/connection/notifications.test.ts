import { expect, test, vi } from 'vitest'
import { setDetails } from '../account/setDetails.ts'
import { alice, bob, settled, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453'), testNetwork('solana:5eykt4')]
type Made = ReturnType<typeof testFoyer>

/** Counts the notifications that `act` causes. */
async function count(foyer: Made, act: () => unknown): Promise<number> {
  const received = vi.fn()
  const stop = foyer.store.subscribe(received)
  await act()
  await settled()
  stop()
  return received.mock.calls.length
}

async function connected() {
  const foyer = testFoyer({ networks })
  const evm = testWallet('e')
  const sol = testWallet('s', { chainId: 'solana:5eykt4', address: bob })
  await connect(foyer, { connector: evm.connector })
  await connect(foyer, { connector: sol.connector })
  await settled()
  return { evm, foyer, sol }
}

test('a connect notifies twice: at its start and at its end', async () => {
  const foyer = testFoyer({ networks })
  const { connector } = testWallet()
  expect(await count(foyer, () => connect(foyer, { connector }))).toBe(2)
})

test('replacing a wallet notifies twice, and so does a rejected attempt', async () => {
  const { foyer } = await connected()
  const other = testWallet('other', { address: bob })
  expect(await count(foyer, () => connect(foyer, { connector: other.connector }))).toBe(2)
  const refusing = testWallet('refusing')
  refusing.answer = () => Promise.reject({ code: 4001 })
  const refused = () => connect(foyer, { connector: refusing.connector }).catch(() => {})
  expect(await count(foyer, refused)).toBe(2)
})

test('a disconnect notifies once, for one namespace or all', async () => {
  const one = await connected()
  expect(await count(one.foyer, () => disconnect(one.foyer, { namespace: 'solana' }))).toBe(1)
  const all = await connected()
  expect(await count(all.foyer, () => disconnect(all.foyer))).toBe(1)
})

test("each of a wallet's own events notifies once", async () => {
  const { evm, foyer } = await connected()
  expect(await count(foyer, () => evm.emit.onChain('eip155:8453'))).toBe(1)
  expect(await count(foyer, () => evm.emit.onAccounts([{ address: bob }]))).toBe(1)
  expect(await count(foyer, () => evm.emit.onScope({ methods: [] }))).toBe(1)
  expect(await count(foyer, () => evm.emit.onDisconnect())).toBe(1)
})

test('a wallet that ends its session in all namespaces notifies once', async () => {
  const foyer = testFoyer({ networks })
  const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
  wallet.answer = async ({ namespace }) => ({
    ...wallet.session,
    chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1',
  })
  await connect(foyer, { connector: wallet.connector })
  await settled()
  expect(await count(foyer, () => wallet.emit.onDisconnect())).toBe(1)
  expect(Object.values(foyer.store.get().connections).map(({ status }) => status)).toEqual([
    'disconnected',
    'disconnected',
  ])
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('unchanged data does not notify', async () => {
  const { foyer } = await connected()
  const load = () =>
    setDetails(foyer, { details: { balance: 1n }, forAddress: alice, namespace: 'eip155' })
  expect([await count(foyer, load), await count(foyer, load)]).toEqual([1, 0])
})
