import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import {
  alice,
  bob,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { preferAccountType } from './preferAccountType.ts'
import { readAccount } from './readAccount.ts'
import { readAdapter, readConnection } from './readConnection.ts'
import { setDetails } from './setDetails.ts'
import { watchAccount } from './watchAccount.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]

async function connected(more: Parameters<typeof testFoyer>[0] = {}) {
  const foyer = testFoyer({ networks, ...more })
  const wallet = testWallet('org.wallet', { imageUrl: 'https://i.example/w.svg' })
  wallet.session = {
    ...wallet.session,
    accounts: [{ address: alice, type: 'smartAccount' }, { address: bob }],
  }
  await connect(foyer, { connector: wallet.connector })
  return { foyer, wallet }
}

test('[3.1] has every field that the specification names', async () => {
  const { foyer } = await connected()
  const labels = new Map([[bob, 'Bob']])
  const details = {
    addressLabels: labels,
    balance: 5n,
    balanceLoading: true,
    balanceSymbol: 'COIN',
    currentTab: 1,
    farcasterUrl: 'https://f.example',
    lastRetry: 1,
    profileImage: 'https://i.example/a.png',
    profileName: 'a.eth',
    smartAccountDeployed: true,
    socialProvider: 'google',
    socialWindow: {},
    tokenBalance: [],
    user: { email: 'a@b.example', username: 'a' },
  } as const
  setDetails(foyer, { details, forAddress: alice, namespace: 'eip155' })
  expect(readAccount(foyer)).toEqual({
    ...details,
    address: alice,
    addressExplorerUrl: `https://explorer.example/address/${alice}`,
    allAccounts: [
      { namespace: 'eip155', address: alice, type: 'smartAccount' },
      { namespace: 'eip155', address: bob, type: 'eoa' },
    ],
    caipAddress: `eip155:1:${alice}`,
    chainId: 'eip155:1',
    connectedWalletInfo: {
      name: 'Wallet org.wallet',
      icon: 'https://i.example/w.svg',
      identifier: 'org.wallet',
      social: 'google',
      type: 'ANNOUNCED',
    },
    namespace: 'eip155',
    preferredAccountType: 'smartAccount',
    status: 'connected',
    transactions: [],
    unsupportedNetwork: false,
  })
})

test('[3.1] returns an account per namespace, the active one by default', async () => {
  const { foyer } = await connected()
  expect(readAccount(foyer)).toBe(readAccount(foyer, 'eip155'))
  expect(readAccount(foyer, 'solana')).toMatchObject({
    namespace: 'solana',
    status: 'disconnected',
    address: undefined,
    caipAddress: undefined,
    connectedWalletInfo: undefined,
    allAccounts: [],
    unsupportedNetwork: false,
  })
})

test('returns the same object until something in it changes', async () => {
  const { foyer } = await connected()
  const before = readAccount(foyer)
  foyer.store.set((state) => ({ ...state, alerts: [...state.alerts], requests: [] }))
  setDetails(foyer, { details: { balance: 1n }, forAddress: alice, namespace: 'solana' })
  expect(readAccount(foyer)).toBe(before)
  setDetails(foyer, { details: { balance: 1n }, forAddress: alice, namespace: 'eip155' })
  expect(readAccount(foyer)).not.toBe(before)
})

test('discards data loaded for another address or network', async () => {
  const { foyer } = await connected()
  const before = readAccount(foyer)
  const write = (more: object) =>
    setDetails(foyer, { details: { balance: 1n }, forAddress: alice, namespace: 'eip155', ...more })
  write({ forAddress: bob })
  write({ forChainId: 'eip155:5' })
  expect(readAccount(foyer)).toBe(before)
  write({ forChainId: 'eip155:1' })
  expect(readAccount(foyer).balance).toBe(1n)
  await disconnect(foyer)
  write({})
  expect(foyer.store.get().details).toEqual({})
})

test("resolves the preferred account type: user's choice, site's default, eoa", async () => {
  const storage = testBacking()
  const { foyer, wallet } = await connected({ storage })
  expect(readAccount(foyer).preferredAccountType).toBe('smartAccount')
  wallet.emit.onAccounts([{ address: alice }])
  expect(readAccount(foyer).preferredAccountType).toBe('eoa')
  expect(readAccount(foyer, 'bip122').preferredAccountType).toBe('payment')
  expect(readAccount(foyer, 'tron').preferredAccountType).toBeUndefined()
  preferAccountType(foyer, { namespace: 'eip155', type: 'smartAccount' })
  expect(readAccount(foyer).preferredAccountType).toBe('smartAccount')
})

test('[3.16] the preferred account type survives a reload', () => {
  const storage = testBacking()
  preferAccountType(testFoyer({ storage }), { namespace: 'eip155', type: 'smartAccount' })
  const foyer = testFoyer({ storage })
  expect(readAccount(foyer).preferredAccountType).toBe('smartAccount')
  expect(storage.map.get('foyer.1.project.preferred-account-types')).toBe(
    '{"eip155":"smartAccount"}',
  )
})

test.each(['null', '[]', '5', '"x"', '{"eip155":"x"}', '{"__proto__":"eoa"}', '{"cosmos":"eoa"}'])(
  'drops invalid stored account types: %s',
  (text) => {
    const storage = testBacking({ 'foyer.1.project.preferred-account-types': text })
    expect(testFoyer({ storage }).store.get().preferredAccountTypes).toEqual({})
  },
)

test('watchAccount notifies only about changes of the account', async () => {
  const { foyer, wallet } = await connected()
  const received: unknown[] = []
  const stop = watchAccount(foyer, (account, previous) =>
    received.push([previous.address, account.address]),
  )
  const solana: unknown[] = []
  watchAccount(foyer, (account) => solana.push(account.status), 'solana')
  foyer.store.set((state) => ({ ...state, requests: [] }))
  wallet.emit.onAccounts([{ address: bob }])
  stop()
  wallet.emit.onAccounts([{ address: alice }])
  expect(received[0]).toEqual([alice, bob])
  expect(received.every((one) => (one as string[])[1] === bob)).toBe(true)
  expect(solana).toEqual([])
})

test('[8.14] error: throws without an adapter or a connection', async () => {
  const { foyer } = await connected()
  expect(readConnection(foyer)).toMatchObject({
    adapter: { namespace: 'eip155' },
    connection: { address: alice },
  })
  expect(() => readConnection(foyer, 'solana')).toThrow('No account is connected')
  expect(() => readAdapter(foyer, 'tron')).toThrow('Adapter not found')
})

test('keeps the query in the explorer address of a test network', async () => {
  const blockExplorers = { default: { name: 'E', url: 'https://e.example/?cluster=devnet' } }
  const foyer = testFoyer({ networks: [testNetwork('eip155:1', { blockExplorers })] })
  await connect(foyer, { connector: testWallet().connector })
  expect(readAccount(foyer).addressExplorerUrl).toBe(
    `https://e.example/address/${alice}?cluster=devnet`,
  )
})

test("[3.1] shows the wallet's own name when the connector reaches many wallets", async () => {
  const foyer = testFoyer()
  const wallet = testWallet('wc', { type: 'WALLET_CONNECT' })
  wallet.session = {
    ...wallet.session,
    wallet: { name: 'Harbour', imageUrl: 'https://h.example/i' },
  }
  await connect(foyer, { connector: wallet.connector })
  expect(readAccount(foyer).connectedWalletInfo).toEqual({
    name: 'Harbour',
    icon: 'https://h.example/i',
    identifier: 'wc',
    social: undefined,
    type: 'WALLET_CONNECT',
  })
})
