import { measureFrame } from '@foyer/devnet/measureFrame'
import type { Frame, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Kit } from './testHostPage.test.kit.ts'
import { frameOf, type Sites, startSites } from './testSites.test.kit.ts'

declare const kit: Kit
declare const seen: { asked: string[]; signed: number; faults: string[]; aborted: number }

let sites: Sites
let page: Page
let faults: string[]

beforeAll(async () => {
  sites = await startSites()
})
afterAll(() => sites?.stop())
beforeEach(async () => {
  faults = []
  page = await sites.context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(sites.dappA)
})
afterEach(async () => {
  await page.close()
  expect(faults).toEqual([])
})

/** A frame on a hand-written host, logged in. */
async function raw(mode = ''): Promise<Frame> {
  await page.evaluate(
    async ({ login, mode }) => {
      const frame = kit.makeFrame(`${login}${mode}`)
      frame.style.cssText = 'width:360px;height:600px'
      kit.raw = await kit.shakeByHand(frame, login)
    },
    { login: sites.login, mode },
  )
  const frame = await frameOf(page, sites.login)
  await frame.evaluate(() => localStorage.setItem('login', '1'))
  return frame
}

/** An instance, connected. */
async function connected(): Promise<Frame> {
  const frame = await raw()
  await page.evaluate(async (loginUrl) => {
    for (const iframe of [...document.querySelectorAll('iframe')]) iframe.remove()
    kit.site = kit.makeSite({ loginUrl, projectId: 'p', readyDelayMs: 0 })
    await kit.connect(kit.site.foyer, { connector: kit.site.wallet, chainId: 'eip155:1' })
  }, sites.login)
  expect(frame.isDetached()).toBe(true)
  return frameOf(page, sites.login)
}

const accounts = () =>
  page.evaluate(() => {
    const { connections } = (kit.site as NonNullable<Kit['site']>).foyer.store.get()
    return JSON.stringify(
      Object.values(connections).map((one) => one.status === 'connected' && one.accounts),
    )
  })

const addEvil = async (): Promise<Frame> => {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
  }, sites.evil)
  await expect.poll(() => page.frames().some((one) => one.url().startsWith(sites.evil))).toBe(true)
  return page.frames().find((one) => one.url().startsWith(sites.evil)) as Frame
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('[T04] ignores 1,000 forged answers of every type from a sibling frame', async () => {
  await connected()
  const before = await accounts()
  expect(before).toContain('0x')
  const sibling = await addEvil()
  await page.evaluate(() => {
    addEventListener('message', ({ origin }) => kit.notes.push(origin))
  })
  await sibling.evaluate(() => {
    const types = [
      'CONNECT_EMAIL CONNECT_DEVICE CONNECT_OTP GET_SOCIAL_REDIRECT_URI CONNECT_SOCIAL',
      'GET_FARCASTER_URI CONNECT_FARCASTER GET_USER IS_CONNECTED GET_CHAIN_ID SWITCH_NETWORK',
      'GET_SMART_ACCOUNT_ENABLED_NETWORKS SET_PREFERRED_ACCOUNT UPDATE_EMAIL RPC_REQUEST RPC_ABORT',
      'UPDATE_EMAIL_PRIMARY_OTP UPDATE_EMAIL_SECONDARY_OTP SYNC_THEME SYNC_DAPP_DATA SIGN_OUT RELOAD',
    ]
      .join(' ')
      .split(' ')
    const user = { address: `0x${'e7'.repeat(20)}`, chainId: 'eip155:1', isConnected: false }
    const forge = (t: string, n: number) => [
      { id: crypto.randomUUID(), n, t: `${t}_SUCCESS`, p: user },
      { type: `@w3m-frame/${t}_SUCCESS`, payload: user },
    ]
    const others = [
      { k: 'foyer', t: 'hello', v: 4, fn: 'e'.repeat(32) },
      { t: 'READY', version: 4, hn: 'e'.repeat(32), caps: {} },
      { n: 1, t: 'SESSION_ENDED', p: {} },
      { n: 1, t: 'SHOW', p: { height: 900 } },
    ]
    let count = 0
    for (let turn = 0; count < 1_000; turn++)
      for (const message of [...types.flatMap((t) => forge(t, turn * 10 + 1)), ...others]) {
        const { port1, port2 } = new MessageChannel()
        void port1
        parent.postMessage(message, document.referrer || location.ancestorOrigins[0] || '', [port2])
        count += 1
      }
  })
  await expect.poll(() => page.evaluate(() => kit.notes.length)).toBeGreaterThanOrEqual(1_000)
  expect(await accounts()).toBe(before)
  expect(await page.evaluate(() => document.querySelector('dialog')?.open)).toBe(false)
  expect(
    await page.evaluate(async () => {
      const { isConnected } = await (await kit.site!.wallet.open()).ask('IS_CONNECTED', {})
      return isConnected
    }),
  ).toBe(true)
})

test('ignores a sibling frame of the login site that sends hello first', async () => {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = `${src}/other`
    document.body.append(frame)
  }, sites.login)
  const other = () => page.frames().find((one) => one.url().endsWith('/other'))
  await expect.poll(() => other() !== undefined).toBe(true)
  await other()?.evaluate((dapp) => {
    const hello = { k: 'foyer', t: 'hello', v: 4, fn: 'e'.repeat(32) }
    setInterval(() => parent.postMessage(hello, dapp), 5)
  }, sites.dappA)
  const action = await page.evaluate((loginUrl) => {
    kit.site = kit.makeSite({ loginUrl, projectId: 'p', loadMs: 5_000 })
    return kit.site.wallet.login.connectEmail({ email: 'known@example.org' })
  }, sites.login)
  expect(action).toEqual({ action: 'VERIFY_OTP' })
})

test('[T05] a sibling frame that connects first with the right nonce gets no port, but the host does', async () => {
  const sibling = await addEvil()
  const fn = await page.evaluate(async (login) => {
    const frame = kit.makeFrame(login)
    const nonce = await new Promise<string>((resolve) => {
      addEventListener('message', ({ data }) => data?.t === 'hello' && resolve(data.fn))
      document.body.append(frame)
    })
    Object.assign(window, { target: frame })
    return nonce
  }, sites.login)
  // One from another site, and one from the page's own, whose origin matches but not its window.
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/blank'
    document.body.append(frame)
  })
  const own = () => page.frames().find((one) => one.url().endsWith('/blank'))
  await expect.poll(() => own() !== undefined).toBe(true)
  const tryFirst = ({ dapp, fn, login }: { dapp: string; fn: string; login: string }) =>
    (async () => {
      const ports = []
      for (const origin of [dapp, location.origin])
        for (let index = 0; index < parent.frames.length; index++) {
          const { port1, port2 } = new MessageChannel()
          const received: unknown[] = []
          port1.onmessage = ({ data }) => received.push(data)
          ports.push(received)
          const connect = { k: 'foyer', t: 'connect', v: 4, fn, hn: 'a'.repeat(32), origin }
          // The wrong window refuses the message by its origin.
          parent.frames[index]?.postMessage(connect, login, [port2])
        }
      await new Promise((resolve) => setTimeout(resolve, 500))
      return ports.flat()
    })()
  for (const one of [sibling, own()])
    expect(await one?.evaluate(tryFirst, { dapp: sites.dappA, fn, login: sites.login })).toEqual([])
  const ready = await page.evaluate(
    async ({ fn, login }) => {
      const { target } = window as unknown as { target: HTMLIFrameElement }
      const { port1, port2 } = new MessageChannel()
      const received = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data)
      })
      const connect = { k: 'foyer', t: 'connect', v: 4, fn, hn: 'b'.repeat(32) }
      target.contentWindow?.postMessage({ ...connect, origin: location.origin }, login, [port2])
      return received
    },
    { fn, login: sites.login },
  )
  expect(ready).toMatchObject({ t: 'READY', version: 4, hn: 'b'.repeat(32) })
})

test('[T06] exactly one of 100 simultaneous ports becomes ready', async () => {
  const ready = await page.evaluate(async (login) => {
    const frame = kit.makeFrame(login)
    const fn = await new Promise<string>((resolve) => {
      addEventListener('message', ({ data }) => data?.t === 'hello' && resolve(data.fn))
      document.body.append(frame)
    })
    const received: number[] = []
    for (let index = 0; index < 100; index++) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => received.push(index)
      const connect = { k: 'foyer', t: 'connect', v: 4, fn, hn: kit.createFrameNonce() }
      frame.contentWindow?.postMessage({ ...connect, origin: location.origin }, login, [port2])
    }
    const pause = () => new Promise((resolve) => setTimeout(resolve, 500))
    while (received.length === 0) await pause()
    await pause()
    return received
  }, sites.login)
  expect(ready).toHaveLength(1)
})

test('error: a connect with a wrong nonce, origin, version, key or number of ports', async () => {
  const ready = await page.evaluate(async (login) => {
    const frame = kit.makeFrame(login)
    const fn = await new Promise<string>((resolve) => {
      addEventListener('message', ({ data }) => data?.t === 'hello' && resolve(data.fn))
      document.body.append(frame)
    })
    const good = { k: 'foyer', t: 'connect', v: 4, fn, hn: 'c'.repeat(32), origin: location.origin }
    const received: number[] = []
    const send = (message: unknown, index: number, count = 1) => {
      const channels = Array.from({ length: count }, () => new MessageChannel())
      for (const { port1 } of channels) port1.onmessage = () => received.push(index)
      frame.contentWindow?.postMessage(
        message,
        login,
        channels.map(({ port2 }) => port2),
      )
    }
    send({ ...good, fn: 'd'.repeat(32) }, 1)
    send({ ...good, origin: 'https://other.example' }, 2)
    send({ ...good, v: 3 }, 3)
    send({ ...good, extra: 1 }, 4)
    send(good, 5, 2)
    send(good, 6, 0)
    send({ ...good, k: 'other' }, 7)
    send(null, 8)
    send(good, 9)
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300))
    while (!received.includes(9)) await pause()
    await pause()
    return received
  }, sites.login)
  expect(ready).toEqual([9])
})

test('error: a page with a false origin receives nothing', async () => {
  const origins = [sites.dappB, 'https://evil.example', '*', 'null', '']
  const received = await page.evaluateHandle(
    ({ login, origins }) => {
      const received: unknown[] = []
      const frames: HTMLIFrameElement[] = []
      // Frames of earlier tests may still speak.
      addEventListener('message', ({ data, source }) => {
        if (frames.some(({ contentWindow }) => contentWindow === source)) received.push(data)
      })
      for (const origin of origins) {
        const frame = kit.makeFrame(login)
        frames.push(frame)
        frame.src = `${login}/frame?pid=p&v=4#origin=${encodeURIComponent(origin)}`
        document.body.append(frame)
      }
      return received
    },
    { login: sites.login, origins },
  )
  await expect
    .poll(() => faults)
    .toEqual(origins.map(() => expect.stringMatching(/not authorized/)))
  expect(await received.jsonValue()).toEqual([])
  faults = []
})

const signing = {
  method: 'personal_sign',
  params: ['0x68656c6c6f', `0x${'11'.repeat(20)}`],
  chainNamespace: 'eip155',
  chainId: 'eip155:1',
}

test('[T07] after a navigation during a signature the next page gets no answer of it', async () => {
  const frame = await raw()
  const record = () => {
    const recorded: unknown[] = []
    Object.assign(window, { recorded })
    addEventListener('message', ({ data }) => recorded.push(data))
  }
  await page.evaluate(record)
  await page.addInitScript(record)
  const recorded = () => page.evaluate(() => (window as unknown as { recorded: [] }).recorded)
  const ask = () =>
    page.evaluate((p) => {
      kit.kept.signed = kit.raw?.ask('RPC_REQUEST', p) ?? Promise.reject()
    }, signing)
  await ask()
  await frame.getByRole('button', { name: 'Approve' }).click()
  expect(await page.evaluate(() => kit.kept.signed)).toMatchObject({ t: 'RPC_REQUEST_SUCCESS' })
  // An answer goes to the port, which dies with its page, and never to the window.
  expect(await recorded()).toEqual([])
  await ask()
  await frame.getByRole('button', { name: 'Approve' }).waitFor()
  // It is answered when the page has already left.
  await frame.evaluate(() =>
    addEventListener('pagehide', () => document.querySelector('button')?.click()),
  )
  await page.goto(`${sites.dappA}/blank`)
  await wait(1_000)
  expect(await recorded()).toEqual([])
  expect(frame.isDetached()).toBe(true)
})

test('[T08] survives 10,000 malformed, huge and strange messages, and answers the next one with little work', async () => {
  const frame = await raw()
  const answers = await page.evaluate(async () => {
    const { received, port } = kit.raw as NonNullable<Kit['raw']>
    // mulberry32: deterministic, the same 10,000 each time.
    let seed = 7
    const random = (below: number) => {
      seed = (seed + 0x6d2b79f5) | 0
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below
    }
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const strange = [
      () => cycle,
      () => new Map([[1, 2]]),
      () => new Set([1]),
      () => new Date(),
      () => new Uint8Array(9),
      () => /x/,
      () => new Array(2 ** 30),
      () => 1n,
      () => undefined,
      () => Number.NaN,
      () => new Error('x'),
      () => JSON.parse('{"__proto__":{"isConnected":true}}'),
      () => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
      () => ({ constructor: { prototype: {} }, extra: 1 }),
      () => 'text',
      () => [1, 2, 3],
      () => null,
      () => true,
      () => ({ extra: random(9) }),
    ]
    const types = [
      'CONNECT_EMAIL',
      'GET_USER',
      'IS_CONNECTED',
      'RPC_REQUEST',
      'RPC_ABORT',
      'SWITCH_NETWORK',
      'SYNC_THEME',
      'SIGN_OUT',
      'UNKNOWN',
      'CONSTRUCTOR',
    ]
    const pick = <value>(from: readonly value[]) => from[random(from.length)] as value
    let n = 0
    const make = (turn: number): unknown => {
      const odd = pick(strange)()
      if (turn % 500 === 0) {
        n += 1
        // Only its size is refused: its parameters may be any plain data.
        const p = { method: 'eth_call', params: ['x'.repeat(300 * 1024)] }
        return { id: crypto.randomUUID(), n, t: 'RPC_REQUEST', p }
      }
      const way = random(4)
      if (way === 0) return odd
      if (way === 1)
        return {
          id: pick([1, '', 'no uuid', null, crypto.randomUUID()]),
          n: pick([0, -1, 1.5, 'one', Number.NaN, Number.POSITIVE_INFINITY, null]),
          t: pick([...types, '__PROTO__', 'lower', '', 7]),
          p: {},
        }
      n += 1
      const id = crypto.randomUUID()
      if (way === 2) {
        const t = pick(types)
        // Parameters may be any plain data.
        if (t === 'RPC_REQUEST')
          return { id, n, t, p: { method: 'eth_call', params: pick(strange.slice(0, 13))() } }
        return { id, n, t, p: { extra: 1, odd } }
      }
      // An envelope with an extra key is invalid: its number is not used up.
      n -= 1
      return { id, n: n + 1, t: pick(types), p: {}, [pick(['x', 'constructor', 'k'])]: odd }
    }
    for (let turn = 0; turn < 10_000; turn++) port.postMessage(make(turn))
    // Once the last one is answered, all are.
    const id = crypto.randomUUID()
    port.postMessage({ id, n: n + 1, t: 'IS_CONNECTED' })
    while (!received.some((said) => said.id === id))
      await new Promise((resolve) => setTimeout(resolve, 5))
    return { received: received.slice(0, -1), sent: n }
  })
  const { readWork } = await measureFrame(frame)
  const since = await readWork()
  const said = await page.evaluate(async (n) => {
    const { received, port } = kit.raw as NonNullable<Kit['raw']>
    const id = crypto.randomUUID()
    port.postMessage({ id, n, t: 'IS_CONNECTED' })
    while (!received.some((one) => one.id === id))
      await new Promise((resolve) => setTimeout(resolve, 5))
    return received.at(-1)?.t
  }, answers.sent + 2)
  expect(said).toBe('IS_CONNECTED_SUCCESS')
  expect((await readWork()) - since).toBeLessThan(100)
  expect(answers.sent).toBeGreaterThan(1_000)
  expect(answers.received).toHaveLength(answers.sent)
  expect(new Set(answers.received.map(({ p }) => p?.rpcCode))).toEqual(new Set([-32602]))
  expect(answers.received.every(({ t }) => t.endsWith('_ERROR'))).toBe(true)
  expect(await frame.evaluate(() => seen.faults)).toEqual([])
  expect(await frame.evaluate(() => [...new Set(seen.asked)])).toEqual(['IS_CONNECTED'])
})

const refused = [
  'eth_sign eth_signTransaction eth_signTypedData eth_signTypedData_v1 eth_signTypedData_v3',
  'eth_signAuthorization wallet_addEthereumChain eth_getEncryptionPublicKey eth_decrypt',
  'debug_traceTransaction debug_traceCall debug_getRawBlock admin_addPeer admin_peers admin_nodeInfo',
  'txpool_content txpool_status txpool_inspect personal_ecRecover personal_unlockAccount',
  'personal_newAccount personal_importRawKey personal_sendTransaction personal_listAccounts',
  'eth_requestAccounts eth_coinbase eth_mining eth_hashrate eth_getWork eth_submitWork miner_start',
  'eth_subscribe eth_unsubscribe wallet_requestPermissions wallet_watchAsset wallet_registerOnboarding',
  'solana_signIn solana_requestAccounts constructor __proto__ toString',
]
  .join(' ')
  .split(' ')

test('[T09] [5.6] [6.3] refuses each of 40 methods without showing anything', async () => {
  expect(refused.length).toBeGreaterThanOrEqual(40)
  const frame = await raw()
  const answers = await page.evaluate(async (methods) => {
    const said = []
    for (const method of methods)
      said.push(await kit.raw?.ask('RPC_REQUEST', { method, params: [`0x${'11'.repeat(20)}`] }))
    return said
  }, refused)
  expect(answers).toHaveLength(refused.length)
  for (const said of answers)
    expect(said).toMatchObject({
      t: 'RPC_REQUEST_ERROR',
      p: {
        code: 'rpc-call-not-allowed',
        rpcCode: 4200,
        message: 'Requested RPC call is not allowed',
      },
    })
  expect(await frame.evaluate(() => seen.asked)).toEqual([])
  expect(await frame.locator('section').count()).toBe(0)
  expect(await page.evaluate(() => kit.raw?.received.filter(({ t }) => t === 'SHOW'))).toEqual([])
})

test('[T10] [9.6] 99 requests may be pending, the 100th is refused; 10,000 reads are limited and recover', async () => {
  const frame = await raw()
  const waiting = await page.evaluate(async (p) => {
    for (let turn = 0; turn < 99; turn++) void kit.raw?.ask('RPC_REQUEST', p)
    const refused = await kit.raw?.ask('RPC_REQUEST', p)
    const aborted = await kit.raw?.ask('RPC_ABORT', {})
    return { refused, aborted, received: kit.raw?.received.filter(({ t }) => t !== 'SHOW') }
  }, signing)
  expect(waiting.refused?.p).toMatchObject({ code: 'limit-exceeded', rpcCode: -32005 })
  expect(waiting.aborted?.t).toBe('RPC_ABORT_SUCCESS')
  expect(waiting.received?.filter(({ p }) => p?.code === 'request-aborted')).toHaveLength(99)

  const flooding = page.evaluate(async () => {
    const read = { method: 'eth_blockNumber' }
    const asked = Array.from({ length: 10_000 }, () => kit.raw?.ask('RPC_REQUEST', read))
    const said = await Promise.all(asked)
    return said.map((one) => one?.p?.rpcCode ?? 0)
  })
  // Its thread is idle between any two of them.
  await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)))
  const codes = await flooding
  expect(codes).toHaveLength(10_000)
  expect(codes[0]).toBe(0)
  expect(codes.filter((code) => code === -32005).length).toBeGreaterThan(9_000)
  await frame.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 60_000
  })
  expect(
    await page.evaluate(
      async () => (await kit.raw?.ask('RPC_REQUEST', { method: 'eth_blockNumber' }))?.t,
    ),
  ).toBe('RPC_REQUEST_SUCCESS')
})

test('[T11] refuses an RPC address or network of the page, and never calls it', async () => {
  const frame = await raw()
  const rpcUrl = `${sites.evil}/rpc`
  const answers = await page.evaluate(
    async (rpcUrl) => [
      await kit.raw?.ask('SWITCH_NETWORK', { chainId: 'eip155:10', rpcUrl }),
      await kit.raw?.ask('RPC_REQUEST', { method: 'eth_blockNumber', rpcUrl }),
      await kit.raw?.ask('GET_USER', { chainId: 'eip155:10', rpcUrl }),
    ],
    rpcUrl,
  )
  for (const said of answers) expect(said?.p).toMatchObject({ rpcCode: -32602 })
  const adding = await page.evaluate(
    async (rpcUrl) =>
      kit.raw?.ask('RPC_REQUEST', {
        method: 'wallet_addEthereumChain',
        params: [{ chainId: '0x7a69', rpcUrls: [rpcUrl] }],
      }),
    rpcUrl,
  )
  expect(adding?.p).toMatchObject({ code: 'rpc-call-not-allowed' })
  expect(await frame.evaluate(() => seen.asked)).toEqual([])
  await wait(300)
  expect(sites.evilHits).not.toContain('/rpc')
})

test('[T12] a sign request that is sent again closes the port: one signature only', async () => {
  const frame = await raw()
  const id = crypto.randomUUID()
  await page.evaluate(
    ({ id, p }) => {
      kit.kept.signed = kit.raw?.ask('RPC_REQUEST', p, id) ?? Promise.reject()
    },
    { id, p: signing },
  )
  await frame.getByRole('button', { name: 'Approve' }).click()
  expect(await page.evaluate(() => kit.kept.signed)).toMatchObject({ t: 'RPC_REQUEST_SUCCESS' })
  await page.evaluate(({ id, p }) => kit.raw?.port.postMessage({ id, n: 1, t: 'RPC_REQUEST', p }), {
    id,
    p: signing,
  })
  const received = await page.evaluate(async () => {
    const before = kit.raw?.received.length ?? 0
    kit.raw?.port.postMessage({ id: crypto.randomUUID(), n: 99, t: 'IS_CONNECTED' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    return (kit.raw?.received.length ?? 0) - before
  })
  expect(received).toBe(0)
  expect(await frame.evaluate(() => seen.signed)).toBe(1)
  expect(await frame.locator('section').count()).toBe(0)
})

test('error: the same id with a new number closes the port too', async () => {
  await raw()
  const received = await page.evaluate(async () => {
    const id = crypto.randomUUID()
    await kit.raw?.ask('IS_CONNECTED', {}, id)
    kit.raw?.port.postMessage({ id, n: 2, t: 'IS_CONNECTED' })
    kit.raw?.port.postMessage({ id: crypto.randomUUID(), n: 3, t: 'IS_CONNECTED' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    return kit.raw?.received.length
  })
  expect(received).toBe(1)
})

test('[T28] [4.21] [8.4] pressing Approve after the modal was closed signs nothing', async () => {
  const frame = await connected()
  const address = (await accounts()).match(/0x[0-9a-f]{40}/)?.[0]
  await page.evaluate((address) => {
    const connection = kit.site?.foyer.store.get().connections.eip155
    if (connection?.status !== 'connected') throw new Error('not connected')
    const { provider } = connection
    const call = (method: string, params: unknown[]) =>
      provider.request({ method, params }).then(
        () => 'answered',
        ({ code, message }) => [code, message],
      )
    kit.kept.signed = call('personal_sign', ['0x68656c6c6f', address])
    // A read request continues.
    kit.kept.read = call('eth_getBalance', [address, 'latest'])
  }, address)
  await frame.getByRole('button', { name: 'Approve' }).waitFor()
  expect(await page.evaluate(() => document.querySelector('dialog')?.open)).toBe(true)
  await page.evaluate(() => kit.site?.wallet.abortRequests())
  expect(await page.evaluate(() => kit.kept.signed)).toEqual([
    'request-aborted',
    'Request was aborted',
  ])
  await expect.poll(() => frame.evaluate(() => seen.aborted)).toBe(1)
  await frame.evaluate(() => document.querySelector('button')?.click())
  await wait(300)
  expect(await frame.evaluate(() => seen.signed)).toBe(0)
  expect(await page.evaluate(() => document.querySelector('dialog')?.open)).toBe(false)
  const read = await page.evaluate(() =>
    Promise.race([kit.kept.read, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]),
  )
  expect(read).toBe('waits')
})

test('error: an answer that exceeds the message limit', async () => {
  await raw()
  const said = await page.evaluate(() => kit.raw?.ask('RPC_REQUEST', { method: 'eth_getLogs' }))
  expect(said?.p).toMatchObject({ code: 'limit-exceeded', message: 'The answer is too large.' })
})
