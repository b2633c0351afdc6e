import type { Connector } from '@foyer/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discover } from './discover.ts'

/** A page with a window's events and wallets. */
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

/** A wallet as an extension injects it: announces itself now and on request. */
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

test('reports wallets that are present, and those that come later', () => {
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

test('reports a wallet once, however often it announces itself', () => {
  const announce = install({ name: 'One', rdns: 'com.one' })
  find()
  announce()
  announce()
  expect(found.length).toBe(1)
})

test('the first wallet to announce an rdns keeps it', () => {
  install({ name: 'Real', rdns: 'com.one' })
  find()
  install({ name: 'Impostor', rdns: 'com.one' })
  expect(found.map(({ name }) => name)).toEqual(['Real'])
})

test('a hostile announcement does not affect other wallets', () => {
  find()
  for (const detail of [undefined, null, 7, {}, { info: null, provider: null }])
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.dispatchEvent(new Event('eip6963:announceProvider'))
  install({ name: 'One', rdns: 'com.one' })
  expect(found.map(({ name }) => name)).toEqual(['One'])
})

test('reports nothing after it was stopped', async () => {
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
])('reports the wallet at window.ethereum with %j as %s', (flags, name, rdns) => {
  page.ethereum = makeProvider(flags)
  find()
  expect(found).toMatchObject([
    { id: 'injected', type: 'INJECTED', name, ...(rdns ? { info: { rdns } } : {}) },
  ])
})

test('reports a wallet that appears later at window.ethereum once', async () => {
  find()
  page.ethereum = makeProvider()
  page.dispatchEvent(new Event('ethereum#initialized'))
  page.dispatchEvent(new Event('ethereum#initialized'))
  await vi.waitFor(() => expect(found.map(({ id }) => id)).toEqual(['injected']))
})

test('reports a wallet that appears, then announces itself, in one row', async () => {
  find()
  const provider = makeProvider({})
  page.ethereum = provider
  page.dispatchEvent(new Event('ethereum#initialized'))
  install({ name: 'Late', rdns: 'com.late', provider })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(found.map(({ id }) => id)).toEqual(['com.late'])
})

test('no second row for an announced wallet at window.ethereum', () => {
  const provider = makeProvider({ isTrust: true })
  page.ethereum = provider
  install({ name: 'Same object', rdns: 'com.one', provider })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
})

test('no second row for an announced wallet whose functions are new on each read', () => {
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

test('no second row for a wrapper of an announced wallet', () => {
  const provider = makeProvider({ isTrust: true })
  page.ethereum = new Proxy(provider, {})
  install({ name: 'Wrapped', rdns: 'com.one', provider })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
})

test('no second row for a wallet that was announced under the same name, or has none', async () => {
  page.ethereum = makeProvider({ isMetaMask: true })
  install({ name: 'MetaMask', rdns: 'io.metamask' })
  find()
  page.ethereum = makeProvider()
  page.dispatchEvent(new Event('ethereum#initialized'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(found.map(({ id }) => id)).toEqual(['io.metamask'])
})

test('reports another wallet at window.ethereum beside the announced ones', () => {
  page.ethereum = makeProvider({ isTrust: true })
  install({ name: 'One', rdns: 'com.one' })
  find()
  expect(found.map(({ id }) => id)).toEqual(['com.one', 'injected'])
})

test('error: an object at window.ethereum without a request function is not a wallet', () => {
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

test('reports only the kinds that the options enable', () => {
  page.ethereum = makeProvider({ isTrust: true })
  install({ name: 'One', rdns: 'com.one' })
  find({ injected: false })
  expect(found.map(({ id }) => id)).toEqual(['com.one'])
  found = []
  find({ announced: false })
  expect(found.map(({ id }) => id)).toEqual(['injected'])
})

test('reports nothing without a window', () => {
  vi.stubGlobal('window', undefined)
  find()()
  expect(found).toEqual([])
})
