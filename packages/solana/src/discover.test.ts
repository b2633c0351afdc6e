import { setMaxListeners } from 'node:events'
import type { Connector } from '@foyer/core'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { discover } from './discover.ts'

type Register = (...wallets: unknown[]) => () => void

/** One page per file: the standard's registry lives as long as the page. */
const page = new EventTarget()
setMaxListeners(0, page)
let found: Connector[]
const ends: (() => void)[] = []

beforeAll(() => {
  vi.stubGlobal('window', page)
  return () => vi.unstubAllGlobals()
})
beforeEach(() => {
  found = []
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const find = () => {
  const stop = discover((connector) => {
    found.push(connector)
    return () => {
      found = found.filter((one) => one !== connector)
    }
  })
  ends.push(stop)
  return stop
}
const names = () => found.map(({ name }) => name)
const connectTo = (connector: Connector | undefined) =>
  connector?.connect({
    silent: false,
    chainId: undefined,
    networks: [],
    signal: new AbortController().signal,
    // The other parameters are for remote wallets.
  } as unknown as Connector.ConnectParameters)

const address = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const makeWallet = (name: string, facts = {}) => {
  const account = { address, chains: ['solana:mainnet'], features: [] }
  return {
    name,
    icon: 'data:image/png;base64,AAAA',
    chains: ['solana:mainnet'],
    features: { 'standard:connect': { connect: async () => ({ accounts: [account] }) } },
    accounts: [],
    ...facts,
  }
}

/** A wallet as an extension registers it: now, and when the page is ready. */
function install(wallet: unknown): () => void {
  let unregister = () => {}
  const register = (api: { register: Register }) => {
    unregister = api.register(wallet)
  }
  const onReady = (event: Event) => register((event as CustomEvent<{ register: Register }>).detail)
  page.addEventListener('wallet-standard:app-ready', onReady)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  const end = () => {
    page.removeEventListener('wallet-standard:app-ready', onReady)
    unregister()
  }
  ends.push(end)
  return end
}

test('reports wallets that are present, and those that come later', () => {
  install(makeWallet('One'))
  find()
  install(makeWallet('Two'))
  expect(found).toMatchObject([
    {
      id: 'one',
      type: 'ANNOUNCED',
      name: 'One',
      namespaces: ['solana'],
      imageUrl: 'data:image/png;base64,AAAA',
    },
    { id: 'two', name: 'Two' },
  ])
})

test('uses the same id at each visit', () => {
  install(makeWallet('Sun Wallet'))
  find()
  find()
  expect(found.map(({ id }) => id)).toEqual(['sun-wallet', 'sun-wallet'])
})

test('the first wallet to register a name keeps it', () => {
  find()
  install(makeWallet('Real'))
  install(makeWallet('Real'))
  install(makeWallet('REAL'))
  expect(names()).toEqual(['Real'])
})

test('a wallet that unregisters leaves the list, and is the same connector when it is back', () => {
  find()
  install(makeWallet('Star'))
  const end = install(makeWallet('Moon'))
  const [, moon] = found
  end()
  expect(names()).toEqual(['Star'])
  install(makeWallet('Moon'))
  expect(found[1]).toBe(moon)
})

test('another wallet of the same name replaces one that unregistered', () => {
  find()
  const end = install(makeWallet('Twin'))
  install(makeWallet('Twin'))
  end()
  expect(names()).toEqual(['Twin'])
})

test('hostile wallets do not affect others', () => {
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('boo')
      },
    },
  )
  install(throwing)
  find()
  for (const bad of [undefined, null, 7, 'x', {}, makeWallet(''), throwing]) install(bad)
  install(makeWallet('Bitcoin only', { chains: ['bitcoin:mainnet'] }))
  install(makeWallet('Can not connect', { features: {} }))
  install(makeWallet('One'))
  expect(names()).toEqual(['One'])
})

test('reports nothing after it was stopped', () => {
  find()()
  install(makeWallet('One'))
  expect(found).toEqual([])
})

test('error: an unregistered wallet cannot connect until it is back', async () => {
  find()
  const wallet = makeWallet('One')
  const leave = install(wallet)
  const [connector] = found
  expect((await connectTo(connector))?.accounts).toEqual([{ address }])
  const onDisconnect = vi.fn()
  connector?.watch({
    namespace: 'solana',
    listener: { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect },
  })
  leave()
  expect(onDisconnect).toHaveBeenCalledOnce()
  await expect(connectTo(connector)).rejects.toMatchObject({
    code: 'connector-not-found',
    details: expect.stringContaining('One'),
  })
  install(wallet)
  expect(names()).toEqual(['One'])
  expect((await connectTo(connector))?.accounts).toEqual([{ address }])
})

test("an unregistered wallet's row goes to another of its name", async () => {
  find()
  const leave = install(makeWallet('One', { features: {} }))
  expect(found).toEqual([])
  const leaveFirst = install(makeWallet('One'))
  const other = { ...makeWallet('One'), features: { 'standard:connect': { connect: () => 7 } } }
  install(other)
  leaveFirst()
  leave()
  await expect(connectTo(found[0])).rejects.toMatchObject({ code: 'connection-invalid' })
})

test('reports nothing without a window', () => {
  vi.stubGlobal('window', undefined)
  find()()
  expect(found).toEqual([])
  vi.stubGlobal('window', page)
})
