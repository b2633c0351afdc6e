import { afterEach, expect, test, vi } from 'vitest'
import { emptyDetails } from '../account/account.ts'
import { readAccount } from '../account/readAccount.ts'
import { setDetails } from '../account/setDetails.ts'
import { noPairing } from '../pairing.ts'
import { alice, settled, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { resetConnection } from './resetConnection.test.kit.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]

afterEach(() => {
  vi.useRealTimers()
})

async function bothConnected() {
  const foyer = testFoyer({ networks })
  const evm = testWallet('a')
  const sol = testWallet('b', { chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: evm.connector })
  await connect(foyer, { connector: sol.connector })
  for (const namespace of ['eip155', 'solana'] as const)
    setDetails(foyer, {
      namespace,
      forAddress: alice,
      details: {
        user: { email: 'a@b.example' },
        transactions: [{ hash: '0x1', chainId: 'eip155:1', sentAt: 1, status: 'pending' }],
      },
    })
  return { foyer, evm, sol }
}

test('[4.4] clears provider, user, status and wallet of that namespace only', async () => {
  const { evm, foyer, sol } = await bothConnected()
  const solana = readAccount(foyer, 'solana')
  await disconnect(foyer, { namespace: 'eip155' })
  expect(foyer.store.get().connections.eip155).toEqual({ status: 'disconnected' })
  expect(readAccount(foyer, 'eip155')).toMatchObject({
    ...emptyDetails,
    address: undefined,
    connectedWalletInfo: undefined,
    status: 'disconnected',
    user: undefined,
  })
  expect(readAccount(foyer, 'solana')).toBe(solana)
  expect([evm.asked, sol.asked]).toEqual([['connect', 'disconnect'], ['connect']])
  expect([evm.listeners.size, sol.listeners.size]).toEqual([0, 1])
})

test('disconnects every namespace by default', async () => {
  const { evm, foyer, sol } = await bothConnected()
  await disconnect(foyer)
  expect(Object.values(foyer.store.get().connections)).toEqual([
    { status: 'disconnected' },
    { status: 'disconnected' },
  ])
  expect([evm.asked.at(-1), sol.asked.at(-1)]).toEqual(['disconnect', 'disconnect'])
  expect(foyer.storage.read('connections', Object)).toBeUndefined()
  await disconnect(foyer)
  expect(evm.asked).toEqual(['connect', 'disconnect'])
})

test('[4.3] a reset clears uri, pairing expiry, deep link, recent wallet and transactions', async () => {
  const { foyer } = await bothConnected()
  foyer.store.set((state) => ({
    ...state,
    pairing: {
      wcUri: 'wc:1',
      wcPairingExpiry: 1,
      wcError: undefined,
      buffering: true,
      wcLinking: { name: 'W', href: 'w://' },
      recentWallet: { id: 'w' },
    },
  }))
  resetConnection(foyer, 'eip155')
  expect(foyer.store.get().connections.eip155).toEqual({ status: 'disconnected' })
  expect(foyer.store.get().pairing).toEqual(noPairing)
  expect(Object.values(noPairing).filter(Boolean)).toEqual([])
  expect(readAccount(foyer, 'eip155').transactions).toEqual([])
  expect(readAccount(foyer, 'solana').transactions).toHaveLength(1)
})

test('[4.3] a reset sends nothing to the wallet', async () => {
  const { evm, foyer } = await bothConnected()
  resetConnection(foyer, 'eip155')
  await settled()
  expect(evm.asked).toEqual(['connect'])
})

test('error: a wallet that rejects the disconnect; the page is disconnected at once', async () => {
  const { evm, foyer } = await bothConnected()
  const cause = new Error('no')
  evm.letGo = () => Promise.reject(cause)
  const end = disconnect(foyer, { namespace: 'eip155' })
  expect(foyer.store.get().connections.eip155).toEqual({ status: 'disconnected' })
  await expect(end).rejects.toMatchObject({
    code: 'disconnect-failed',
    message: 'Failed to disconnect',
    cause: { cause },
  })
})

test('error: disconnects the other wallets although one rejects', async () => {
  const { evm, foyer, sol } = await bothConnected()
  evm.letGo = () => Promise.reject(new Error('no'))
  await expect(disconnect(foyer)).rejects.toMatchObject({ code: 'disconnect-failed' })
  expect(sol.asked).toEqual(['connect', 'disconnect'])
})

test('error: gives up after 3 s on a wallet that never answers', async () => {
  const { evm, foyer } = await bothConnected()
  vi.useFakeTimers()
  evm.letGo = () => new Promise(() => {})
  const expected = expect(disconnect(foyer)).rejects.toMatchObject({ code: 'disconnect-failed' })
  await vi.advanceTimersByTimeAsync(3_000)
  await expected
  expect(foyer.running.leaving?.size).toBe(0)
})

test('ignores events of a disconnected wallet', async () => {
  const { evm, foyer } = await bothConnected()
  const [listener] = evm.listeners
  await disconnect(foyer)
  const before = foyer.store.get()
  listener?.onAccounts([{ address: alice }])
  listener?.onChain('eip155:1')
  listener?.onDisconnect()
  expect(foyer.store.get()).toBe(before)
})
