import {
  type Connector,
  connect,
  createFoyer,
  disconnect,
  type Foyer,
  type Session,
  type SessionListener,
  start,
} from '@foyer/core'
import { type ChainId, FoyerError } from '@foyer/protocol'
import type { SignInAnswer, SignInSession } from '@foyer/protocol/signIn'
import { afterAll, beforeAll, expect, it, onTestFinished, test } from 'vitest'
import type { SignInServer } from '../rules.ts'
import { siwx } from '../siwx.ts'

const alice = `0x${'a1'.repeat(20)}`
const bob = `0x${'b0'.repeat(20)}`
const chains = ['eip155:1', 'eip155:10'] as const
const networks = chains.map((caipNetworkId) => ({
  ...{ id: Number(caipNetworkId.slice(7)), name: caipNetworkId, caipNetworkId },
  chainNamespace: 'eip155' as const,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}))

// A page's address, which a message names.
const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
beforeAll(() => {
  const location = { host: 'site.example', origin: 'https://site.example' }
  Object.defineProperty(globalThis, 'location', { configurable: true, value: location })
})
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'location', before)
  else Reflect.deleteProperty(globalThis, 'location')
})

/** A server in memory that accepts what the test's wallet signs. */
function testServer() {
  const asked: string[] = []
  let accounts: SignInSession['accounts'] = []
  let count = 0
  const session = () =>
    accounts.length === 0 ? undefined : { accounts, issuedAt: 1, expiresAt: 2 ** 50 }
  const server: SignInServer = {
    async getNonce() {
      asked.push('nonce')
      return `nonce${String(++count).padStart(8, '0')}`
    },
    async verify({ message, signature }: SignInAnswer) {
      const [, address = ''] = message.split('\n')
      asked.push(`verify ${address.slice(0, 4)}`)
      if (signature !== `signed ${address}`) throw new FoyerError('unauthorized')
      const chainId = `eip155:${/Chain ID: (\d+)/.exec(message)?.[1]}` as ChainId
      const others = accounts.filter((one) => one.address !== address)
      accounts = [{ address, chainId }, ...others]
      return session()
    },
    async getSession() {
      asked.push('session')
      return session()
    },
    async signOut({ address }) {
      asked.push(`sign-out ${address?.slice(0, 4) ?? 'all'}`)
      accounts = address === undefined ? [] : accounts.filter((one) => one.address !== address)
      return session()
    },
  }
  return { asked, server, signedIn: () => accounts.map(({ address }) => address) }
}

/** A site with a wallet that signs with its current account. */
function testSite(
  options: siwx.Options = {},
  { storage = new Map<string, string>(), world = testServer() } = {},
) {
  const listeners = new Set<SessionListener>()
  const provider = { request: () => Promise.reject(new FoyerError('unsupported-method')) }
  let session: Session = { provider, accounts: [{ address: alice }], chainId: 'eip155:1' }
  const given: Connector.ConnectParameters[] = []
  const signed: string[] = []
  let answer: (message: string, address: string) => Promise<string> = async (_, address) =>
    `signed ${address}`
  const connector: Connector = {
    ...{ id: 'org.wallet', type: 'EXTERNAL', name: 'Wallet', namespaces: ['eip155'] },
    async connect(parameters) {
      given.push(parameters)
      return session
    },
    async disconnect() {},
    watch({ listener }) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const foyer = createFoyer({
    projectId: 'test',
    adapters: [
      {
        namespace: 'eip155',
        isAddress: (text) => /^0x[0-9a-f]{40}$/.test(text),
        verifyAddress: async () => true,
        signMessage({ address, message }) {
          signed.push(address)
          return answer(message, address)
        },
      },
    ],
    networks,
    connectors: [connector],
    siwx: siwx({ server: world.server, ...options }),
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  })
  const stop = start(foyer)
  onTestFinished(stop)
  const pending = () => foyer.store.get().signIn
  return {
    ...{ connector, foyer, given, pending, signed, stop, storage, world },
    connect: () => connect(foyer, { connector }),
    until: (status: string | undefined) => expect.poll(() => pending()?.status).toBe(status),
    setAnswer: (next: typeof answer) => {
      answer = next
    },
    setSession: (next: Partial<Session>) => {
      session = { ...session, ...next }
    },
    emit: (act: (listener: SessionListener) => void) => {
      for (const listener of [...listeners]) act(listener)
    },
    async signIn() {
      await this.connect()
      await this.until('idle')
      pending()?.sign()
      await this.until(undefined)
    },
  }
}

const statusOf = (foyer: Foyer) => foyer.store.get().connections.eip155?.status

test('asks a new account once, and the server knows it then', async () => {
  const site = testSite()
  expect(site.world.asked).toEqual([])
  await site.signIn()
  expect(site.signed).toEqual([alice])
  expect(site.world.signedIn()).toEqual([alice])
  expect(site.foyer.store.get().signedIn).toMatchObject({
    status: 'known',
    session: { accounts: [{ address: alice, chainId: 'eip155:1' }] },
  })
  // The same account again: nothing to ask.
  site.emit((listener) => listener.onAccounts([{ address: alice }]))
  site.emit((listener) => listener.onChain('eip155:10'))
  await site.world.server.getSession()
  expect(site.pending()).toBeUndefined()
  expect(site.world.asked.filter((one) => /verify|sign-out/.test(one))).toEqual(['verify 0xa1'])
})

test('a wallet that signed while it connected is not asked again', async () => {
  const site = testSite()
  site.setSession({
    signedIn: {
      message: `site.example wants you to sign in:\n${alice}\nChain ID: 1`,
      signature: `signed ${alice}`,
    },
  })
  await site.connect()
  await expect.poll(() => site.world.signedIn()).toEqual([alice])
  await site.until(undefined)
  expect(site.signed).toEqual([])
  expect(await site.given[0]?.signIn?.()).toBeUndefined()
})

test('offers wallets the parts of a message, unless one click is switched off', async () => {
  const site = testSite({ statement: 'Hello.' })
  await site.connect()
  expect(await site.given[0]?.signIn?.()).toMatchObject({
    ...{ domain: 'site.example', uri: 'https://site.example', statement: 'Hello.', version: '1' },
    nonce: expect.stringMatching(/^nonce/),
  })
  const without = testSite({ oneClick: false })
  await without.connect()
  expect(await without.given[0]?.signIn?.()).toBeUndefined()
})

test('a server that does not answer only fails the sign-in, which can be tried again', async () => {
  const world = testServer()
  const { getNonce } = world.server
  world.server.getNonce = () => Promise.reject(new FoyerError('http-failed'))
  const site = testSite({ required: false }, { world })
  await site.connect()
  expect(await site.given[0]?.signIn?.()).toBeUndefined()
  await site.until('failed')
  expect(site.pending()?.error?.code).toBe('sign-in-failed')
  expect(statusOf(site.foyer)).toBe('connected')
  world.server.getNonce = getNonce
  site.pending()?.sign()
  await site.until(undefined)
  expect(world.signedIn()).toEqual([alice])
})

it.each([
  [true, [bob], ['sign-out 0xa1']],
  [false, [bob, alice], []],
])('signs out when the account changes: %s', async (signOutOnAccountChange, left, ended) => {
  const site = testSite({ signOutOnAccountChange })
  await site.signIn()
  site.setSession({ accounts: [{ address: bob }] })
  site.emit((listener) => listener.onAccounts([{ address: bob }]))
  await site.until('idle')
  site.pending()?.sign()
  await site.until(undefined)
  expect(site.world.signedIn()).toEqual(left)
  expect(site.world.asked.filter((one) => one.startsWith('sign-out'))).toEqual(ended)
  expect(site.signed).toEqual([alice, bob])
})

it.each([
  [true, 'idle', []],
  [false, undefined, [alice]],
])('signs out when the network changes: %s', async (signOutOnNetworkChange, status, left) => {
  const site = testSite({ signOutOnNetworkChange })
  await site.signIn()
  site.emit((listener) => listener.onChain('eip155:10'))
  await site.until(status)
  await expect.poll(() => site.world.signedIn()).toEqual(left)
})

it.each([
  [true, []],
  [false, [alice]],
])('signs out when the wallet disconnects: %s', async (signOutOnDisconnect, left) => {
  const site = testSite({ signOutOnDisconnect })
  await site.signIn()
  await disconnect(site.foyer)
  await expect.poll(() => site.world.signedIn()).toEqual(left)
})

it.each([
  [true, 'disconnected'],
  [false, 'connected'],
])('leaving a sign-in that is required: %s', async (required, status) => {
  const site = testSite({ required })
  await site.connect()
  await site.until('idle')
  site.pending()?.cancel()
  await site.until(undefined)
  await expect.poll(() => statusOf(site.foyer)).toBe(status)
  if (required) return
  // It is not asked again by itself, but the page can ask.
  site.emit((listener) => listener.onAccounts([{ address: alice }]))
  expect(site.pending()).toBeUndefined()
  await site.foyer.options.siwx?.signIn(site.foyer)
  await site.until('idle')
})

test('[8.25] a declined signature is no failure of the site', async () => {
  const site = testSite()
  site.setAnswer(() => Promise.reject({ code: 4001 }))
  await site.connect()
  await site.until('idle')
  site.pending()?.sign()
  await site.until('failed')
  expect(site.pending()?.error?.code).toBe('sign-in-declined')
  expect(statusOf(site.foyer)).toBe('connected')
})

test('a reload keeps the sign-in, and asks nothing', async () => {
  const first = testSite()
  await first.signIn()
  first.stop()
  const { storage, world } = first
  const asked = world.asked.length
  const second = testSite({}, { storage, world })
  const shown: unknown[] = []
  second.foyer.store.subscribe(({ signIn }) => signIn && shown.push(signIn.status))
  await expect.poll(() => statusOf(second.foyer)).toBe('connected')
  await expect.poll(() => second.foyer.store.get().signedIn?.status).toBe('known')
  await second.until(undefined)
  expect(new Set(world.asked.slice(asked))).toEqual(new Set(['session']))
  expect([second.signed, shown]).toEqual([[], []])
})

test('signing out before the wallet has confirmed its account disconnects it', async () => {
  const first = testSite()
  await first.signIn()
  first.stop()
  const { storage, world } = first
  const second = testSite({}, { storage, world })
  expect(statusOf(second.foyer)).toBe('connecting')
  await second.foyer.options.siwx?.signOut(second.foyer)
  expect(statusOf(second.foyer)).toBe('disconnected')
  await expect.poll(() => second.foyer.store.get().phase).toBe('ready')
  expect(statusOf(second.foyer)).toBe('disconnected')
  expect([second.pending(), world.signedIn()]).toEqual([undefined, []])
})
