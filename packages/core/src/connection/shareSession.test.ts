import { FoyerError } from '@foyer/protocol'
import { expect, test, vi } from 'vitest'
import { listConnections } from '../account/listConnections.ts'
import { addConnector } from '../connector/addConnector.ts'
import { start } from '../start.ts'
import { bob, gate, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { setWalletLink } from './setWalletLink.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4'), testNetwork('tron:1')]
const make = (options: Parameters<typeof testFoyer>[0] = {}) => testFoyer({ networks, ...options })
const active = (foyer: ReturnType<typeof make>) => foyer.store.get().activeNamespace
const connected = (foyer: ReturnType<typeof make>) =>
  listConnections(foyer).map(({ namespace }) => namespace)

test('one approval connects every offered namespace; a failure in one keeps the others', async () => {
  const wallet = testWallet('w', {
    type: 'WALLET_CONNECT',
    namespaces: ['eip155', 'solana', 'tron', 'polkadot'],
    sharesSession: true,
  })
  const left: string[] = []
  wallet.connector.disconnect = async ({ namespace }) => void left.push(namespace)
  wallet.answer = async ({ namespace }) => {
    if (namespace === 'tron') throw new Error('not approved')
    return { ...wallet.session, chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1' }
  }
  const foyer = make({ connectors: [wallet.connector] })
  await connect(foyer, { connector: wallet.connector })
  expect(wallet.asked).toEqual(['connect', 'reconnect', 'reconnect'])
  expect([connected(foyer), active(foyer)]).toEqual([['eip155', 'solana'], 'eip155'])
  await disconnect(foyer, { namespace: 'solana' })
  expect([left, connected(foyer)]).toEqual([['solana'], ['eip155']])
  await connect(foyer, { connector: wallet.connector })
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  wallet.emit.onDisconnect()
  await Promise.resolve()
  expect(connected(foyer)).toEqual([])
  // The namespace that was active, though the other one was still connected on disconnect.
  expect(active(foyer)).toBe('eip155')
})

/** A mobile wallet that approves Solana only. */
function solanaOnly() {
  const wallet = testWallet('w', {
    type: 'WALLET_CONNECT',
    namespaces: ['eip155', 'solana'],
    sharesSession: true,
  })
  wallet.answer = async ({ namespace }) => {
    if (namespace !== 'solana') throw new FoyerError('not-connected')
    return { ...wallet.session, chainId: 'solana:5eykt4' }
  }
  return wallet
}

test('[3.9] an approval of another namespace only connects and activates it', async () => {
  const wallet = solanaOnly()
  const foyer = make({ connectors: [wallet.connector] })
  const link = { name: 'W', href: 'w://' }
  const end = connect(foyer, { connector: wallet.connector, wallet: { id: 'w', name: 'W' } })
  setWalletLink(foyer, link)
  await end
  expect([connected(foyer), active(foyer)]).toEqual([['solana'], 'solana'])
  expect(foyer.store.get().connections.eip155).toEqual({ status: 'disconnected' })
  expect(foyer.store.get().recentWallets.map(({ id }) => id)).toEqual(['w'])
  // Its requests open the deep link again.
  expect(foyer.store.get().pairing.wcLinking).toEqual(link)
  expect(foyer.store.get().shownAttempts).toEqual({})
})

test('keeps earlier connections after an approval of another namespace', async () => {
  const evm = testWallet('e')
  const wallet = solanaOnly()
  const foyer = make({ connectors: [wallet.connector] })
  await connect(foyer, { connector: evm.connector })
  await connect(foyer, { connector: wallet.connector })
  expect([connected(foyer), active(foyer)]).toEqual([['eip155', 'solana'], 'solana'])
  expect(listConnections(foyer)[0]?.connection.connector).toBe(evm.connector)
})

test('error: an approval of another namespace when one was requested or a wallet is connected', async () => {
  const wallet = solanaOnly()
  const foyer = make({ connectors: [wallet.connector] })
  const refused = { code: 'not-connected' }
  await expect(
    connect(foyer, { connector: wallet.connector, namespace: 'eip155' }),
  ).rejects.toMatchObject(refused)
  expect(connected(foyer)).toEqual([])
  const sol = testWallet('s', { chainId: 'solana:5eykt4', address: bob })
  await connect(foyer, { connector: sol.connector })
  foyer.store.set((state) => ({ ...state, activeNamespace: 'eip155' }))
  await expect(connect(foyer, { connector: wallet.connector })).rejects.toMatchObject(refused)
  expect(listConnections(foyer).map(({ connection }) => connection.connector)).toEqual([
    sol.connector,
  ])
})

test('a connector that is not in the list shares its session too, and is restored by the next start', async () => {
  const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
  wallet.answer = async ({ namespace }) => ({
    ...wallet.session,
    chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1',
  })
  const foyer = make()
  const stop = start(foyer)
  await connect(foyer, { connector: wallet.connector })
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  stop()
  start(foyer)
  await vi.waitFor(() => expect(wallet.listeners.size).toBe(2))
  expect([connected(foyer), foyer.store.get().connectors]).toEqual([['eip155', 'solana'], []])
})

test('a shared session does not replace another wallet, connected or connecting', async () => {
  const sol = testWallet('s', { chainId: 'solana:5eykt4', address: bob })
  const foyer = make()
  await connect(foyer, { connector: sol.connector })
  const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
  addConnector(foyer, wallet.connector)
  await connect(foyer, { connector: wallet.connector, namespace: 'eip155' })
  expect(listConnections(foyer)[1]?.connection.connector).toBe(sol.connector)
  expect(wallet.asked).toEqual(['connect'])
  await disconnect(foyer)
  const answer = gate<typeof sol.session>()
  sol.answer = () => answer.promise
  const end = connect(foyer, { connector: sol.connector })
  await connect(foyer, { connector: wallet.connector, namespace: 'eip155' })
  answer.open(sol.session)
  await end
  expect(listConnections(foyer)[1]?.connection.connector).toBe(sol.connector)
})

test('a second approval disconnects the namespaces that it does not include', async () => {
  const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
  let isWhole = true
  wallet.answer = async ({ namespace }) => {
    if (namespace === 'eip155') return wallet.session
    if (!isWhole) throw new Error('not approved')
    return { ...wallet.session, chainId: 'solana:5eykt4' }
  }
  const foyer = make()
  await connect(foyer, { connector: wallet.connector })
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  isWhole = false
  await connect(foyer, { connector: wallet.connector })
  expect(connected(foyer)).toEqual(['eip155'])
})

test('connect waits at most 1 s for the other namespaces, which may connect later', async () => {
  vi.useFakeTimers()
  try {
    const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
    const answer = gate()
    wallet.answer = async ({ namespace }) => {
      if (namespace === 'eip155') return wallet.session
      await answer.promise
      return { ...wallet.session, chainId: 'solana:5eykt4' }
    }
    const foyer = make()
    const end = connect(foyer, { connector: wallet.connector })
    await vi.waitFor(() => expect(wallet.asked).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(connected(foyer)).toEqual(['eip155'])
    answer.open()
    await vi.waitFor(() => expect(connected(foyer)).toEqual(['eip155', 'solana']))
  } finally {
    vi.useRealTimers()
  }
})
