import {
  connect,
  createFoyer,
  disconnect,
  discover,
  readAccount,
  reconnect,
  type StorageBacking,
  start,
} from '@foyer/core'
import { type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { createNodeWallet } from './nodeWallet.test.kit.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())
afterEach(() => {
  vi.unstubAllGlobals()
})

function createStorage(): StorageBacking {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
}

/** A page with one announced wallet, and an instance that discovered it. */
async function openPage(wallet = createNodeWallet({ nodes: [chain] }), storage = createStorage()) {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Example',
    rdns: 'com.example',
    icon: '',
  }
  page.addEventListener('eip6963:requestProvider', () =>
    page.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider: wallet.provider } }),
    ),
  )
  const network = defineNetwork({
    id: 31337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  const foyer = createFoyer({ projectId: 'test', adapters: [evm()], networks: [network], storage })
  const stop = start(foyer)
  await discover(foyer)
  const [connector] = foyer.store.get().connectors
  if (!connector) throw new Error('the wallet was not found')
  return { connector, foyer, storage, wallet, stop }
}

test('connects, follows and disconnects a wallet', async () => {
  const { connector, foyer, stop, wallet } = await openPage()
  await connect(foyer, { connector })
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', address: alice })
  wallet.emit('accountsChanged', [bob])
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', address: bob })
  await disconnect(foyer)
  expect(readAccount(foyer)).toMatchObject({ status: 'disconnected' })
  expect(wallet.methods()).toContain('wallet_revokePermissions')
  expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(wallet.listenerCount()).toBe(0)
  stop()
})

test('reconnects a wallet after a reload without a prompt', async () => {
  const before = await openPage()
  await connect(before.foyer, { connector: before.connector })
  before.stop()
  const asked = before.wallet.calls.length
  const after = await openPage(before.wallet, before.storage)
  await reconnect(after.foyer)
  await vi.waitFor(() =>
    expect(readAccount(after.foyer)).toMatchObject({ status: 'connected', address: alice }),
  )
  expect(before.wallet.methods().slice(asked)).not.toContain('eth_requestAccounts')
  after.stop()
})

test('a preloaded connector asks its wallet synchronously', async () => {
  const { connector, foyer, stop, wallet } = await openPage()
  await connector.load?.()
  const connecting = connect(foyer, { connector })
  expect(wallet.methods()).toEqual(['eth_requestAccounts'])
  await connecting
  stop()
})
