import { type RunningRelay, start } from '@foyer/relay'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Browser } from './browser.ts'
import { createIds } from './createIds.ts'
import { memoryStorage, testBrowser } from './testBrowser.test.kit.ts'
import { startDapp } from './testDapp.test.kit.ts'
import { approveAll, evmAddress, startPeer } from './testWallets.test.kit.ts'

vi.hoisted(() => {
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
})

let relay: RunningRelay
let wallet: Awaited<ReturnType<typeof startPeer>>
let asked = 0
beforeAll(async () => {
  relay = await start({ port: 0 })
  wallet = await startPeer({ relayUrl: relay.url, name: 'wallet' })
  approveAll(wallet.client)
  wallet.client.on('session_request', ({ id, topic }) => {
    asked++
    void wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
  })
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
})

/** Tabs of one site: one storage, and the locks and channels of this process. */
function site(given: Partial<Browser> = {}) {
  const storage = memoryStorage()
  const projectId = crypto.randomUUID()
  return async () => {
    const browser = testBrowser({
      storage,
      locks: navigator.locks,
      openChannel: (name) => new BroadcastChannel(name),
      ...given,
    })
    const tab = await startDapp({ relayUrl: relay.url, browser, projectId })
    onTestFinished(() => tab.stop())
    return tab
  }
}

const call = { method: 'personal_sign', params: ['0x00', evmAddress] }
const dials = (tab: { browser: { dialled: readonly string[] } }) => tab.browser.dialled.length

test('two tabs share one socket; each pairs, sends requests and gets events through it', async () => {
  const openTab = site()
  const first = await openTab()
  const second = await openTab()
  // Paired in the tab that does not lead.
  const connecting = second.open('eip155')
  await wallet.client.pair({ uri: await second.uri() })
  const session = await connecting
  expect(session.accounts).toEqual([{ address: evmAddress }])
  const same = await first.open('eip155', { silent: true })
  const before = asked
  expect(await Promise.all([same, session].map(({ provider }) => provider.request(call)))).toEqual([
    '0xsigned',
    '0xsigned',
  ])
  expect(asked - before).toBe(2)
  expect(dials(first) + dials(second)).toBe(1)

  const received = [vi.fn(), vi.fn()]
  for (const [at, tab] of [first, second].entries())
    tab.watch('eip155', {
      onAccounts() {},
      onChain: received[at] ?? vi.fn(),
      onScope() {},
      onDisconnect() {},
    })
  const topic = first.client.listSessions()[0]?.topic ?? ''
  const event = { name: 'chainChanged', data: 10 }
  await wallet.client.emit({ topic, chainId: 'eip155:1', event })
  for (const onChain of received)
    await vi.waitFor(() => expect(onChain).toHaveBeenCalledExactlyOnceWith('eip155:10'))
})

test('two tabs share one socket and its answers while their storage is full', async () => {
  const stored = memoryStorage()
  let isFull = false
  const storage = {
    ...stored,
    get length() {
      return stored.length
    },
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.setItem(key, value)
    },
  }
  const openTab = site({ storage })
  const first = await openTab()
  const second = await openTab()
  isFull = true
  const connecting = second.open('eip155')
  await wallet.client.pair({ uri: await second.uri() })
  const { provider } = await connecting
  expect(await provider.request(call)).toBe('0xsigned')
  expect(dials(first) + dials(second)).toBe(1)
  const lists = () => [first, second].map(({ client }) => client.listSessions().length)
  expect(lists()).toEqual([1, 1])
  await second.disconnect('eip155')
  await vi.waitFor(() => expect(lists()).toEqual([0, 0]))
})

test('another tab leads when the leader closes', async () => {
  const openTab = site()
  const first = await openTab()
  const connecting = first.open('eip155')
  await wallet.client.pair({ uri: await first.uri() })
  await connecting
  const second = await openTab()
  const { provider } = await second.open('eip155', { silent: true })
  first.stop()
  expect(await provider.request(call)).toBe('0xsigned')
  expect(dials(second)).toBe(1)
})

test('replaces a sleeping leader as soon as another tab sends', async () => {
  const openTab = site()
  const first = await openTab()
  // Locks of earlier tests are released in a moment.
  const lockName = await vi.waitFor(async () => {
    const { held = [] } = await navigator.locks.query()
    const [lead, ...others] = held.filter(({ name }) => name?.endsWith('.lead'))
    expect(others).toEqual([])
    return lead?.name ?? expect.fail('nobody leads')
  })
  first.stop()
  // Owns the lock without answering: a frozen tab.
  const frozen = new AbortController()
  const isHeld = new Promise<void>((held) => {
    void navigator.locks
      .request(lockName, () => {
        held()
        return new Promise((resolve) => frozen.signal.addEventListener('abort', resolve))
      })
      .catch(() => {})
  })
  onTestFinished(() => frozen.abort())
  await isHeld
  const second = await openTab()
  const connecting = second.open('eip155')
  await wallet.client.pair({ uri: await second.uri() })
  expect((await connecting).accounts).toEqual([{ address: evmAddress }])
})

test('without locks each tab has a socket, and finds what the others store', async () => {
  const listeners = new Set<() => void>()
  const stored = memoryStorage()
  const storage = {
    ...stored,
    get length() {
      return stored.length
    },
    setItem(key: string, value: string) {
      stored.setItem(key, value)
      // As browsers do: later, and without the sender.
      setTimeout(() => {
        for (const listener of [...listeners]) listener()
      })
    },
  }
  const openTab = site({
    storage,
    locks: undefined,
    openChannel: undefined,
    onStored(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const first = await openTab()
  const second = await openTab()
  const connecting = first.open('eip155')
  await wallet.client.pair({ uri: await first.uri() })
  await connecting
  const { provider } = await second.open('eip155', { silent: true })
  const onChain = vi.fn()
  first.watch('eip155', { onAccounts() {}, onChain, onScope() {}, onDisconnect() {} })
  const before = asked
  for (let count = 0; count < 3; count++) expect(await provider.request(call)).toBe('0xsigned')
  expect(asked - before).toBe(3)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  await vi.waitFor(() => expect(onChain).toHaveBeenCalledExactlyOnceWith('eip155:10'))
})

test('reports a prompting wallet in the tab whose code it scanned', async () => {
  const openTab = site()
  const first = await openTab()
  const second = await openTab()
  const ending = new AbortController()
  first.open('eip155', { signal: ending.signal }).catch(() => {})
  const connecting = second.open('eip155')
  await first.uri()
  await wallet.client.pair({ uri: await second.uri() })
  await connecting
  expect([first.taken(), second.taken()]).toEqual([0, 1])
  ending.abort()
})

test('two tabs that send at the same moment use different ids', async () => {
  const [one, other] = [0.1, 0.7].map((part) =>
    createIds({ now: () => 1_800_000_000_000, random: () => part }),
  )
  const ids = [one?.(), one?.(), other?.(), other?.()]
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(String(id)).toMatch(/^1800000000000\d{3}$/)
})
