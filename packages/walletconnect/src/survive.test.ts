import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@foyer/devnet/freePort'
import { type RunningRelay, start } from '@foyer/relay'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Browser } from './browser.ts'
import type { LateAnswer } from './session/createPendingRequests.ts'
import { memoryStorage, testBrowser } from './testBrowser.test.kit.ts'
import { startDapp } from './testDapp.test.kit.ts'
import { approveAll, evmAddress, startPeer } from './testWallets.test.kit.ts'

vi.hoisted(() => {
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
})

let relay: RunningRelay
let wallet: Awaited<ReturnType<typeof startPeer>>
/** The wallet's requests, and the answers that it delays. */
const asked: string[] = []
const held: (() => Promise<void>)[] = []
let isHolding = false
/** The reference wallet blocks on a pending request for up to five minutes: leave none. */
async function letGo(): Promise<void> {
  isHolding = false
  await Promise.all(held.splice(0).map((answer) => answer()))
}

beforeAll(async () => {
  relay = await start({ port: 0, limits: { handshakesPer10s: 1000 } })
  wallet = await startPeer({ relayUrl: relay.url, name: 'wallet' })
  approveAll(wallet.client)
  wallet.client.on('session_request', ({ id, params, topic }) => {
    asked.push(JSON.stringify(params.request.params))
    const answer = () =>
      wallet.client.respond({
        topic,
        response: { id, jsonrpc: '2.0', result: `0x${asked.length}` },
      })
    if (isHolding) held.push(answer)
    else void answer()
  })
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
})

type Dapp = Awaited<ReturnType<typeof startDapp>>

async function open(parameters: Partial<Parameters<typeof startDapp>[0]> = {}): Promise<Dapp> {
  const dapp = await startDapp({ relayUrl: relay.url, ...parameters })
  onTestFinished(() => {
    dapp.stop()
    return letGo()
  })
  return dapp
}

async function connect(dapp: Dapp) {
  const connecting = dapp.open('eip155')
  await wallet.client.pair({ uri: await dapp.uri() })
  return connecting
}

const call = (text: string) => ({ method: 'personal_sign', params: [text, evmAddress] })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sockets = (dapp: Dapp) => dapp.browser.dialled.length

test('a reload keeps the session and its keys', async () => {
  const storage = memoryStorage()
  const before = await open({ browser: testBrowser({ storage }) })
  await connect(before)
  before.stop()
  const after = await open({ browser: testBrowser({ storage }) })
  const session = await after.open('eip155', { silent: true })
  expect(session.accounts).toEqual([{ address: evmAddress }])
  expect(await session.provider.request(call('0x01'))).toMatch(/^0x/)
  // The same client keeps its id at the relay.
  const issuer = (dapp: Dapp) =>
    JSON.parse(
      atob(new URL(dapp.browser.dialled[0] ?? '').searchParams.get('auth')?.split('.')[1] ?? ''),
    ).iss
  expect(issuer(after)).toBe(issuer(before))
})

test('delivers an answer that arrives after the reload', async () => {
  const storage = memoryStorage()
  const before = await open({ browser: testBrowser({ storage }) })
  const { provider } = await connect(before)
  isHolding = true
  let settled = false
  void provider.request(call('0x02')).finally(() => {
    settled = true
  })
  // A second after the previous answer.
  await vi.waitFor(() => expect(held).toHaveLength(1))
  before.stop()
  const late: LateAnswer[] = []
  await open({ browser: testBrowser({ storage }), onLateAnswer: (answer) => late.push(answer) })
  await letGo()
  // Without locks it is unknown if the previous tab still runs: it gets 2 s to answer.
  await vi.waitFor(() => expect(late).toHaveLength(1))
  expect(late[0]).toMatchObject({ method: 'personal_sign', chainId: 'eip155:1', result: /^0x/ })
  expect(settled).toBe(false)
  // Only once: another reload does not get it.
  const again: LateAnswer[] = []
  await open({ browser: testBrowser({ storage }), onLateAnswer: (answer) => again.push(answer) })
  await wait(300)
  expect(again).toEqual([])
})

test('a wallet that approves after the reload is connected by the next connect, without another scan', async () => {
  const storage = memoryStorage()
  const before = await open({ browser: testBrowser({ storage }) })
  before.open('eip155').catch(() => {})
  const uri = await before.uri()
  await vi.waitFor(() => expect(before.browser.frames.join()).toContain('irn_publish'))
  before.stop()
  await wallet.client.pair({ uri })
  await wait(300)
  const after = await open({ browser: testBrowser({ storage }) })
  const session = await after.open('eip155')
  expect(session.accounts).toEqual([{ address: evmAddress }])
})

test('offline and back: sends pending requests once, and gets one answer each', async () => {
  const dapp = await open()
  const { provider } = await connect(dapp)
  const before = asked.length
  // No close event comes: the page has to detect it.
  dapp.browser.cut()
  const answer = provider.request(call('0x03'))
  await wait(100)
  dapp.browser.wake()
  expect(await answer).toMatch(/^0x/)
  await wait(200)
  expect(asked.slice(before).filter((text) => text.includes('0x03'))).toHaveLength(1)
  expect(sockets(dapp)).toBeGreaterThan(1)
})

test('a relay restart loses nothing of a waiting client', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'relay-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const port = await freePort()
  let own = await start({ port, dataFolder })
  onTestFinished(() => own.stop())
  const peer = await startPeer({ relayUrl: own.url, name: 'wallet-restart' })
  onTestFinished(() => peer.stop())
  approveAll(peer.client)
  peer.client.on('session_request', ({ id, topic }) =>
    peer.client.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xrestart' } }),
  )
  const dapp = await open({ relayUrl: own.url })
  const connecting = dapp.open('eip155')
  await peer.client.pair({ uri: await dapp.uri() })
  const { provider } = await connecting
  await own.stop()
  const answer = provider.request(call('0x04'))
  await wait(500)
  own = await start({ port, dataFolder })
  expect(await answer).toBe('0xrestart')
})

test('repeated and reordered messages change nothing', async () => {
  const plain = testBrowser()
  const openSocket: Browser['openSocket'] = (url) => {
    const socket = plain.openSocket(url)
    let late: MessageEvent | undefined
    const shuffled = {
      get readyState() {
        return socket.readyState
      },
      send: (data: string) => socket.send(data),
      close: () => socket.close(),
      onopen: null,
      onmessage: null as ((event: MessageEvent) => void) | null,
      onclose: null,
      onerror: null,
    }
    socket.onopen = (event) =>
      (shuffled.onopen as typeof socket.onopen)?.call(socket as WebSocket, event)
    socket.onclose = (event) =>
      (shuffled.onclose as typeof socket.onclose)?.call(socket as WebSocket, event)
    socket.onmessage = (event) => {
      const give = () => shuffled.onmessage?.(event)
      if (!String(event.data).includes('irn_subscription')) return give()
      // Duplicates every push, and reorders every second one.
      if (!late) {
        late = event
        setTimeout(() => {
          if (late !== event) return
          late = undefined
          give()
          give()
        }, 40)
        return
      }
      const first = late
      late = undefined
      give()
      shuffled.onmessage?.(first)
      give()
      shuffled.onmessage?.(first)
    }
    return shuffled
  }
  const dapp = await open({ browser: { ...plain, openSocket } })
  const { provider } = await connect(dapp)
  const answers = await Promise.all(
    ['0x05', '0x06', '0x07'].map((text) => provider.request(call(text))),
  )
  expect(new Set(answers).size).toBe(3)
  expect(dapp.client.listSessions()).toHaveLength(1)
  const [peer] = wallet.client.session.getAll({ acknowledged: true }).slice(-1)
  const topic = dapp.client.listSessions()[0]?.topic ?? ''
  expect(peer).toBeDefined()
  const onChain = vi.fn()
  dapp.watch('eip155', { onAccounts() {}, onChain, onScope() {}, onDisconnect() {} })
  const event = { name: 'chainChanged', data: '0xa' }
  await wallet.client.emit({ topic, chainId: 'eip155:1', event })
  await vi.waitFor(() => expect(onChain).toHaveBeenCalledExactlyOnceWith('eip155:10'))
})

test('retries once with the right date if the clock is hours fast', async () => {
  const now = () => Date.now() + 5 * 3_600_000
  const dapp = await open({ browser: testBrowser({ now }) })
  const { provider } = await connect(dapp)
  expect(sockets(dapp)).toBe(2)
  expect(await provider.request(call('0x08'))).toMatch(/^0x/)
})

test("error: clock-wrong when the relay keeps rejecting the token's date", async () => {
  // This relay is a day behind what the page and its server say.
  const slow = await start({ port: 0, now: () => Date.now() - 86_400_000 * 2 })
  onTestFinished(() => slow.stop())
  const readServerTime = async () => Date.now()
  const plain = testBrowser({ readServerTime })
  // The public relay's wording, without the number.
  const openSocket: Browser['openSocket'] = (url) => {
    const socket = plain.openSocket(url)
    let received: typeof socket.onclose = null
    Object.defineProperty(socket, 'onclose', {
      set: (listener) => {
        received = listener
      },
    })
    ;(socket as WebSocket).addEventListener('close', ({ code }) =>
      received?.call(
        socket as WebSocket,
        new CloseEvent('close', {
          code,
          reason: 'JWT validation error: JWT Token is not yet valid',
        }),
      ),
    )
    return socket
  }
  const dapp = await open({ relayUrl: slow.url, browser: { ...plain, openSocket } })
  await expect(dapp.open('eip155')).rejects.toMatchObject({
    code: 'clock-wrong',
    details: expect.stringMatching(/^Set the clock of this device right/),
    // The text that raises an alert.
    cause: { message: 'JWT validation error: JWT Token is not yet valid' },
  })
  expect(sockets(dapp)).toBe(2)
})

test('error: a relay that answers 401 counts as unreachable, and is retried with pauses', async () => {
  let attempts = 0
  const server = createServer()
  server.on('upgrade', (_, socket) => {
    attempts++
    socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const dapp = await open({ relayUrl: `ws://127.0.0.1:${port}` })
  await expect(dapp.open('eip155')).rejects.toMatchObject({
    code: 'relay-unreachable',
    details: expect.stringContaining('The relay did not answer in time'),
  })
  expect(attempts).toBeGreaterThan(2)
  expect(sockets(dapp)).toBeLessThan(15)
})

test('works until the reload with blocked storage', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const storage = {
    getItem: blocked,
    setItem: blocked,
    removeItem: blocked,
    key: blocked,
    length: 0,
  }
  for (const given of [undefined, storage]) {
    const dapp = await open({ browser: testBrowser({ storage: given }) })
    const { provider } = await connect(dapp)
    expect(await provider.request(call('0x09'))).toMatch(/^0x/)
  }
})

test('keeps in memory what a full storage rejects', async () => {
  const storage = memoryStorage()
  let isFull = false
  const full = {
    ...storage,
    get length() {
      return storage.length
    },
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      storage.setItem(key, value)
    },
  }
  const dapp = await open({ browser: testBrowser({ storage: full }) })
  isFull = true
  const { provider } = await connect(dapp)
  expect(await provider.request(call('0x0a'))).toMatch(/^0x/)
  expect(dapp.client.listSessions()).toHaveLength(1)
})

test("a session's stored data stays small, and only the client's name remains afterwards", async () => {
  const storage = memoryStorage()
  const dapp = await open({ browser: testBrowser({ storage }) })
  await connect(dapp)
  const topic = dapp.client.listSessions()[0]?.topic ?? ''
  for (let count = 0; count < 20; count++) await dapp.client.ping(topic)
  const size = () =>
    Array.from(
      { length: storage.length },
      (_, at) => storage.getItem(storage.key(at) ?? '') ?? '',
    ).join('').length
  expect(size()).toBeLessThan(12_000)
  await dapp.disconnect('eip155')
  await vi.waitFor(() => {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
    expect(keys).toEqual([expect.stringMatching(/\.seed$/)])
  })
})

test('fetches waiting messages on waking, with a receipt for each', async () => {
  const dapp = await open()
  await connect(dapp)
  const topic = dapp.client.listSessions()[0]?.topic ?? ''
  dapp.browser.cut()
  const event = { name: 'chainChanged', data: 10 }
  await wallet.client.emit({ topic, chainId: 'eip155:1', event })
  const socket = sockets(dapp)
  dapp.browser.wake()
  await vi.waitFor(() => expect(sockets(dapp)).toBeGreaterThan(socket))
  await vi.waitFor(() => expect(dapp.client.listSessions()[0]?.chains.eip155).toBe('eip155:10'))
})

test('with a slow clock, creates the URI again with a valid expiry', async () => {
  const behind = 900_000
  const now = () => Date.now() - behind
  const dapp = await open({ browser: testBrowser({ now, readServerTime: async () => Date.now() }) })
  const connecting = dapp.open('eip155')
  const uri = await dapp.uri(2)
  const [old = ''] = dapp.uris
  await expect(wallet.client.pair({ uri: old })).rejects.toThrow(/expired/i)
  await wallet.client.pair({ uri })
  const { provider } = await connecting
  expect(await provider.request(call('0x0b'))).toMatch(/^0x/)
  expect(dapp.uris).toHaveLength(2)
})

describe('a wallet that was silent for longer than the relay keeps its disconnect', () => {
  const dayMs = 86_400_000
  /** Reopens the site after two days; only a running wallet answers. */
  async function comeBack() {
    const storage = memoryStorage()
    const before = await open({ browser: testBrowser({ storage }) })
    await connect(before)
    const topic = before.client.listSessions()[0]?.topic ?? ''
    before.stop()
    let shiftMs = 2 * dayMs
    const now = () => Date.now() + shiftMs
    const after = await open({ browser: testBrowser({ storage, now }) })
    const { provider } = await after.open('eip155', { silent: true })
    const read = () => after.client.listSessions()[0]
    return { after, now, provider, read, shift: (ms: number) => (shiftMs += ms), topic }
  }

  test('is pinged on restore; any answer ends the doubt', async () => {
    const { after, now, read } = await comeBack()
    await vi.waitFor(() => expect(read()?.heardAt).toBeGreaterThan(now() - 60_000))
    expect(read()?.doubtedAt).toBeUndefined()
    // Only once: it has just answered.
    const frames = after.browser.frames.length
    await after.open('eip155', { silent: true })
    await wait(100)
    expect(after.browser.frames.slice(frames).join()).not.toContain('irn_publish')
  })

  test('is in doubt while it is silent; an unanswered request then ends the session', async () => {
    vi.spyOn(wallet.client.core.relayer, 'publish').mockResolvedValue()
    onTestFinished(() => void vi.restoreAllMocks())
    const { after, provider, read, topic } = await comeBack()
    expect(read()?.doubtedAt).toBeDefined()
    const ended = vi.fn()
    after.watch('eip155', { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect: ended })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = expect(provider.request(call('0x0c'))).rejects.toMatchObject({
      code: 'request-timed-out',
    })
    await vi.advanceTimersByTimeAsync(310_000)
    await refused
    expect(after.client.listSessions()).toEqual([])
    expect(ended).toHaveBeenCalledOnce()
    expect(topic).not.toBe('')
  })
})
