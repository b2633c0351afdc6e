import { type ChainId, FoyerError, type Namespace, namespaceOf, referenceOf } from '@foyer/protocol'
import { onTestFinished } from 'vitest'
import type { Adapter } from './adapter.ts'
import type { Connector, Provider, Session, SessionListener } from './connector/connector.ts'
import { createFoyer } from './createFoyer.ts'
import type { Foyer } from './foyer.ts'
import type { Network } from './network/network.ts'
import { defaultChainId } from './network/pickNetwork.ts'
import type { Options } from './options.ts'
import type { StorageBacking } from './storage/createStorage.ts'

export const alice = `0x${'a1'.repeat(20)}`
export const bob = `0x${'b0'.repeat(20)}`

export function testNetwork(
  chainId: ChainId = defaultChainId,
  more: Partial<Network> = {},
): Network {
  return {
    id: referenceOf(chainId),
    name: `Network ${chainId}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
    chainNamespace: namespaceOf(chainId),
    caipNetworkId: chainId,
    ...more,
  }
}

/** An in-memory local storage; `fail` makes it throw. */
export function testBacking(entries: Record<string, string> = {}): StorageBacking & {
  map: Map<string, string>
  fail: { read?: boolean; write?: boolean; remove?: boolean }
} {
  const map = new Map(Object.entries(entries))
  const fail: { read?: boolean; write?: boolean; remove?: boolean } = {}
  const unless = (failing: boolean | undefined) => {
    if (failing) throw new DOMException('no', 'QuotaExceededError')
  }
  return {
    map,
    fail,
    getItem(key) {
      unless(fail.read)
      return map.get(key) ?? null
    },
    setItem(key, value) {
      unless(fail.write)
      map.set(key, value)
    },
    removeItem(key) {
      unless(fail.remove)
      map.delete(key)
    },
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
  }
}

/** A promise that the test settles. */
export function gate<value = void>(): {
  promise: Promise<value>
  open: (value: value) => void
  fail: (error: unknown) => void
} {
  let open: (value: value) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const promise = new Promise<value>((yes, no) => {
    open = yes
    fail = no
  })
  return { promise, open, fail }
}

/** Waits until all queued work has run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await null
}

export type TestWallet = {
  connector: Connector
  provider: Provider
  /** The session that it returns on connect. */
  session: Session
  /** Its answer to a connect; replace it to wait or to reject. */
  answer: (parameters: Connector.ConnectParameters) => Promise<Session>
  letGo: () => Promise<void>
  /** The page's listeners; empty when it does not listen. */
  listeners: Set<SessionListener>
  /** Calls in order: `connect`, `reconnect`, `disconnect`. */
  asked: string[]
  emit: SessionListener
}

/** A minimal wallet. */
export function testWallet(
  id = 'org.wallet',
  {
    chainId = defaultChainId,
    address = alice,
    ...more
  }: Partial<Connector> & {
    chainId?: ChainId
    address?: string
  } = {},
): TestWallet {
  const provider: Provider = { request: () => Promise.reject(new FoyerError('unsupported-method')) }
  const listeners = new Set<SessionListener>()
  const each = (act: (listener: SessionListener) => void) => {
    for (const listener of [...listeners]) act(listener)
  }
  const wallet: TestWallet = {
    provider,
    session: { provider, accounts: [{ address }], chainId },
    answer: async () => wallet.session,
    letGo: async () => {},
    listeners,
    asked: [],
    emit: {
      onAccounts: (accounts) => each((listener) => listener.onAccounts(accounts)),
      onChain: (next) => each((listener) => listener.onChain(next)),
      onScope: (scope) => each((listener) => listener.onScope(scope)),
      onDisconnect: () => each((listener) => listener.onDisconnect()),
    },
    connector: {
      id,
      type: 'ANNOUNCED',
      name: `Wallet ${id}`,
      namespaces: [namespaceOf(chainId)],
      info: { rdns: id },
      connect(parameters) {
        wallet.asked.push(parameters.silent ? 'reconnect' : 'connect')
        return wallet.answer(parameters)
      },
      disconnect() {
        wallet.asked.push('disconnect')
        return wallet.letGo()
      },
      watch({ listener }) {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
      ...more,
    },
  }
  return wallet
}

/** A minimal adapter that accepts 20-byte addresses; `more` adds methods. */
export function testAdapter(namespace: Namespace, more: Partial<Adapter> = {}): Adapter {
  return {
    namespace,
    isAddress: (text) => /^0x[0-9a-f]{40}$/i.test(text),
    verifyAddress: async (text) => /^0x[0-9a-f]{40}$/.test(text),
    ...more,
  }
}

/** An instance with an adapter per namespace of its networks and no storage, stopped with the test. */
export function testFoyer({
  adapter = {},
  networks = [testNetwork()],
  ...options
}: Partial<Options> & { adapter?: Partial<Adapter> } = {}): Foyer {
  const namespaces = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const foyer = createFoyer({
    projectId: 'project',
    networks,
    adapters: namespaces.map((namespace) => testAdapter(namespace, adapter)),
    storage: testBacking(),
    logLevel: 'silent',
    httpTimeoutMs: 30_000,
    ...options,
  })
  onTestFinished(() => foyer.running.stop?.())
  return foyer
}
