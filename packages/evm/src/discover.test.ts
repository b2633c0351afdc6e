import type { Connector } from '@foyer/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discover } from './discover.ts'

/** The page: events as a browser's window has them, and what wallets put on it. */
let page: EventTarget & { ethereum?: unknown }
let found: Connector[]
const stops: (() => void)[] = []

beforeEach(() => {
  page = new EventTarget()
  found = []
  vi.stubGlobal('window', page)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const find = (options?: discover.Options) => {
  const stop = discover((connector) => found.push(connector), options)
  stops.push(stop)
  return stop
}
const makeProvider = (flags = {}) => ({ request: async () => [], ...flags })

/** A wallet as an extension injects it: announces itself now and whenever it is asked. */
function install({
  name,
  provider = makeProvider(),
  rdns,
}: {
  name: string
  rdns: string
  provider?: object
}) {
  const info = { uuid: crypto.randomUUID(), name, rdns, icon: 'data:image/png;base64,AA==' }
  const detail = Object.freeze({ info, provider })
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return announce
}

test('gives wallets that are there before the page asks, and those that come later', () => {
  install({ name: 'One', rdns: 'com.one' })
  find()
  install({ name: 'Two', rdns: 'com.two' })
  expect(found).toMatchObject([
    {
      id: 'com.one',
      type: 'ANNOUNCED',
      name: 'One',
      namespaces: ['eip155'],
      info: { rdns: 'com.one' },
      imageUrl: 'data:image/png;base64,AA==',
    },
    { id: 'com.two', name: 'Two' },
  ])
})

test('gives a wallet once, however often it announces itself', () => {
  const announce = install({ name: 'One', rdns: 'com.one' })
  find()
  announce()
  announce()
  expect(found.length).toBe(1)
})

test('gives an rdns to the first who says it', () => {
  install({ name: 'Real', rdns: 'com.one' })
  find()
  install({ name: 'Impostor', rdns: 'com.one' })
  expect(found.map(({ name }) => name)).toEqual(['Real'])
})

test('gives the wallets beside a hostile announcement', () => {
  find()
  for (const detail of [undefined, null, 7, {}, { info: null, provider: null }])
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.dispatchEvent(new Event('eip6963:announceProvider'))
  install({ name: 'One', rdns: 'com.one' })
  expect(found.map(({ name }) => name)).toEqual(['One'])
})

test('gives nothing after it was stopped', async () => {
  const stop = find()
  stop()
  install({ name: 'One', rdns: 'com.one' })
  page.ethereum = makeProvider()
  page.dispatchEvent(new Event('ethereum#initialized'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(found).toEqual([])
})

test.each([
  [{ isMetaMask: true }, 'MetaMask', 'io.metamask'],
  [{ isMetaMask: true, isRabby: true }, 'Rabby Wallet', 'io.rabby'],
  [{ isMetaMask: true, isBraveWallet: true }, 'Brave Wallet', 'com.brave.wallet'],
  [{}, 'Browser wallet', undefined],
])('gives the wallet at window.ethereum with %j as %s', (flags, name, rdns) => {
  page.ethereum = makeProvider(flags)
  find()
  expect(found).toMatchObject([
    { id: 'injected', type: 'INJECTED', name, ...(rdns ? { info: { rdns } } : {}) },
  ])
})

test('gives a wallet at window.ethereum that comes later, once', async () => {
  find()
  page.ethereum = makeProvider()
  page.dispatchEvent(new Event('ethereum#initialized'))
  page.dispatchEvent(new Event('ethereum#initialized'))
  await vi.waitFor(() => expect(found.map(({ id }) => id)).toEqual(['injected']))
})

test('gives one row for a wallet that says it is there, then announces itself', async () => {
  find()
  const provider = makeProvider({})
  page.ethereum = provider
  page.dispatchEvent(new Event('ethereum#initialized'))
  install({ name: 'Late', rdns: 'com.late', provider })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(found.map(({ id }) => id)).toEqual(['com.late'])
})

test('gives no second row for an announced wallet that is at window.ethereum too', () => {
  const provider = makeProvider({ isTrust: true })
  page.ethereum = provider
  install({ name: 'Same object', rdns: 'com.one', provider })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
})

test('gives no second row for an announced wallet whose functions are new each time they are read', () => {
  const provider = {
    isTrust: true,
    get request() {
      return async () => []
    },
  }
  page.ethereum = provider
  install({ name: 'Same object', rdns: 'com.one', provider })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
})

test('gives no second row for a wrapper of an announced wallet', () => {
  const provider = makeProvider({ isTrust: true })
  page.ethereum = new Proxy(provider, {})
  install({ name: 'Wrapped', rdns: 'com.one', provider })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
})

test('gives no second row for a wallet that announced itself by the same name, or says none', async () => {
  page.ethereum = makeProvider({ isMetaMask: true })
  install({ name: 'MetaMask', rdns: 'io.metamask' })
  find()
  page.ethereum = makeProvider()
  page.dispatchEvent(new Event('ethereum#initialized'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(found.map(({ id }) => id)).toEqual(['io.metamask'])
})

test('gives another wallet at window.ethereum beside the announced ones', () => {
  page.ethereum = makeProvider({ isTrust: true })
  install({ name: 'One', rdns: 'com.one' })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one', 'injected'])
})

test('error: something at window.ethereum that can not be asked is no wallet', () => {
  for (const bad of [null, 7, {}, { request: 'x' }]) {
    page.ethereum = bad
    find()
  }
  Object.defineProperty(page, 'ethereum', {
    get: () => {
      throw new Error('boo')
    },
  })
  find()
  expect(found).toEqual([])
})

test('gives only the kinds that the options ask for', () => {
  page.ethereum = makeProvider({ isTrust: true })
  install({ name: 'One', rdns: 'com.one' })
  find({ injected: false })
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
  found = []
  find({ announced: false })
  expect(found.map(({ id }) => id)).toEqual(['injected'])
})

test('gives nothing where there is no window', () => {
  vi.stubGlobal('window', undefined)
  find()()
  expect(found).toEqual([])
})
