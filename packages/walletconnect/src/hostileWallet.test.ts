import { type RunningRelay, start } from '@foyer/relay'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeKeyPair } from './crypto/keys.ts'
import { noblePrimitives } from './crypto/noblePrimitives.ts'
import { startDapp } from './testDapp.test.kit.ts'
import { startWallet } from './testWallet.test.kit.ts'
import { approved, evmAddress, otherAddress } from './testWallets.test.kit.ts'

let relay: RunningRelay
let dapp: Awaited<ReturnType<typeof startDapp>>
let wallet: Awaited<ReturnType<typeof startWallet>>
beforeAll(async () => {
  const limits = { requestsPerSecond: 10_000, requestBurst: 50_000 }
  relay = await start({ port: 0, limits })
  dapp = await startDapp({ relayUrl: relay.url })
  wallet = await startWallet({ relayUrl: relay.url })
})
afterAll(async () => {
  wallet.stop()
  dapp.stop()
  await relay.stop()
})

let topic: string
beforeEach(async () => {
  for (const namespace of ['eip155', 'solana'] as const) await dapp.disconnect(namespace)
  const shown = dapp.uris.length
  const connecting = dapp.open('eip155')
  topic = await wallet.approve(await dapp.uri(shown + 1), approved)
  await connecting
})

const read = () => dapp.client.listSessions().find((one) => one.topic === topic)
const chains = () => read()?.chains.eip155
const chainChanged = (data: unknown, chainId = 'eip155:1') => ({
  event: { name: 'chainChanged', data },
  chainId,
})

test.each([
  [
    'a controller other than the peer that answered the proposal',
    (given: Settlement) => ({
      ...given,
      controller: { ...given.controller, publicKey: 'ab'.repeat(32) },
    }),
    1005,
  ],
  ['an end in the past', (given: Settlement) => ({ ...given, expiry: 1_700_000_000 }), 1005],
  [
    'accounts of another chain family',
    (given: Settlement) => ({ ...given, namespaces: { eip155: approved.solana } }),
    5103,
  ],
  [
    'no account',
    (given: Settlement) => ({
      ...given,
      namespaces: { eip155: { ...approved.eip155, accounts: [] } },
    }),
    5103,
  ],
  ['no shape of a settlement', () => ({ namespaces: 'all' }), 1005],
])('error: a settlement with %s', async (_, change, code) => {
  const shown = dapp.uris.length
  const ending = new AbortController()
  const connecting = dapp.open('solana', { signal: ending.signal })
  connecting.catch(() => {})
  const taken = await wallet.takeProposal(await dapp.uri(shown + 1))
  const bad = change(taken.settlement(approved) as Settlement)
  const refused = await wallet.request(taken.topic, 'wc_sessionSettle', bad)
  expect(refused.error).toMatchObject({ code })
  expect(dapp.client.listSessions().map((one) => one.topic)).toEqual([topic])
  ending.abort()
  await expect(connecting).rejects.toMatchObject({ code: 'request-aborted' })
})

type Settlement = {
  controller: { publicKey: string; metadata: object }
  expiry: number
  namespaces: object
}

test('a repeated settlement changes nothing', async () => {
  const shown = dapp.uris.length
  const connecting = dapp.open('solana')
  const taken = await wallet.takeProposal(await dapp.uri(shown + 1))
  const settlement = taken.settlement(approved)
  await wallet.request(taken.topic, 'wc_sessionSettle', settlement)
  await connecting
  const other = { eip155: { ...approved.eip155, accounts: [`eip155:1:${otherAddress}`] } }
  await wallet.request(taken.topic, 'wc_sessionSettle', { ...settlement, namespaces: other })
  const session = dapp.client.listSessions().find((one) => one.topic === taken.topic)
  expect(session?.namespaces).toEqual(approved)
})

test('drops late messages: events silently, updates with 1003, extensions with 1004', async () => {
  const late = wallet.nextId() - 60_000_000
  void wallet.request(topic, 'wc_sessionEvent', chainChanged(10))
  await vi.waitFor(() => expect(chains()).toBe('eip155:10'))
  void wallet.request(topic, 'wc_sessionEvent', chainChanged(1), late)
  const one = { eip155: { ...approved.eip155, accounts: [`eip155:10:${otherAddress}`] } }
  expect((await wallet.request(topic, 'wc_sessionUpdate', { namespaces: one })).result).toBe(true)
  const stale = await wallet.request(topic, 'wc_sessionUpdate', { namespaces: approved }, late + 1)
  expect(stale.error).toMatchObject({ code: 1003 })
  expect((await wallet.request(topic, 'wc_sessionExtend', {})).result).toBe(true)
  const expiresAt = read()?.expiresAt
  expect((await wallet.request(topic, 'wc_sessionExtend', {}, late + 2)).error).toMatchObject({
    code: 1004,
  })
  expect(read()).toMatchObject({ namespaces: one, expiresAt, chains: { eip155: 'eip155:10' } })
})

test('limits a session extension to a week', async () => {
  const expiry = Math.floor(Date.now() / 1000) + 100 * 604_800
  expect((await wallet.request(topic, 'wc_sessionExtend', { expiry })).result).toBe(true)
  expect(read()?.expiresAt).toBeLessThanOrEqual(Date.now() + 604_800_000)
})

test('error: an event on an unapproved network, an update without accounts', async () => {
  const event = await wallet.request(topic, 'wc_sessionEvent', chainChanged(137, 'eip155:137'))
  expect(event.error).toMatchObject({ code: 3005 })
  const namespaces = { eip155: { ...approved.eip155, accounts: [] } }
  const update = await wallet.request(topic, 'wc_sessionUpdate', { namespaces })
  expect(update.error).toMatchObject({ code: 5103 })
  // No request could go to an unapproved network.
  await wallet.publish(
    topic,
    { id: wallet.nextId(), method: 'wc_sessionEvent', params: chainChanged(137) },
    { tag: 1110, ttlS: 300 },
  )
  expect((await wallet.request(topic, 'wc_sessionPing', {})).result).toBe(true)
  expect(chains()).toBe('eip155:1')
  expect(read()?.namespaces).toEqual(approved)
})

test.each([
  ['an update', 'wc_sessionUpdate', { namespaces: { eip155: { accounts: ['0x00'] } } }, 1003],
  ['an extension', 'wc_sessionExtend', { expiry: 'never' }, 1004],
  ['an event', 'wc_sessionEvent', { event: 'chainChanged', chainId: 'eip155:1' }, 1002],
] as const)('error: %s of another shape', async (_, method, params, code) => {
  const before = read()
  expect((await wallet.request(topic, method, params)).error).toMatchObject({ code })
  expect({ ...read(), heardAt: undefined }).toEqual({ ...before, heardAt: undefined })
})

test('error: answers 10001 when a wallet requests a signature from the site', async () => {
  const request = {
    request: { method: 'personal_sign', params: ['0x00', evmAddress] },
    chainId: 'eip155:1',
  }
  const answer = await wallet.request(topic, 'wc_sessionRequest', request)
  expect(answer.error).toMatchObject({ code: 10001 })
})

test('accepts an answer once, and only from the wallet that was asked', async () => {
  const { provider } = await dapp.open('eip155', { silent: true })
  wallet.onRequest((on, { id, method }) => {
    if (method !== 'wc_sessionRequest') return
    void wallet.respond(on, { id, result: '0xfirst' }, method)
    void wallet.respond(on, { id, result: '0xsecond' }, method)
    void wallet.respond(on, { id: id + 1, result: '0xother' }, method)
  })
  const call = { method: 'personal_sign', params: ['0x00', evmAddress] }
  expect(await provider.request(call)).toBe('0xfirst')
  expect(dapp.client.wire.store.list('answer.')).toEqual([])
  expect(dapp.client.wire.store.list('request.')).toEqual([])
})

test('error: ends the session here when the wallet answers that it has none', async () => {
  const { provider } = await dapp.open('eip155', { silent: true })
  const onDisconnect = vi.fn()
  dapp.watch('eip155', { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect })
  wallet.onRequest((on, { id, method }) => {
    const error = { code: 7001, message: 'No session for topic.' }
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, error }, method)
  })
  await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
    code: 'not-connected',
  })
  expect(onDisconnect).toHaveBeenCalledOnce()
  expect(read()).toBeUndefined()
})

test('any message of a wallet leaves the client running with its session', async () => {
  const before = read()
  const anything = fc.oneof(
    fc.json().map((text) => JSON.parse(text) as unknown),
    fc.record({
      method: fc.constantFrom(
        'wc_sessionUpdate',
        'wc_sessionExtend',
        'wc_sessionEvent',
        'wc_sessionSettle',
        'wc_sessionRequest',
        '__proto__',
        'wc_x',
      ),
      params: fc.jsonValue(),
    }),
    fc.record({ result: fc.jsonValue() }),
    fc.record({ error: fc.jsonValue() }),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (message) => {
      // Extensions without an expiry are valid; other parameters have a test above.
      if (Object(message).method === 'wc_sessionExtend') return
      const given = typeof message === 'object' && message !== null ? message : { params: message }
      await wallet.publish(topic, { id: wallet.nextId(), ...given } as never, { tag: 0, ttlS: 300 })
    }),
    { numRuns: 60 },
  )
  expect((await wallet.request(topic, 'wc_sessionPing', {})).result).toBe(true)
  expect({ ...read(), heardAt: undefined }).toEqual({ ...before, heardAt: undefined })
})

test("deleting a pairing on the topic of a session keeps the session's key", async () => {
  const params = { code: 6000, message: 'gone' }
  await wallet.publish(
    topic,
    { id: wallet.nextId(), method: 'wc_pairingDelete', params },
    { tag: 1000, ttlS: 300 },
  )
  expect((await wallet.request(topic, 'wc_sessionPing', {})).result).toBe(true)
})

test('answers a disconnect, and then deletes the whole session', async () => {
  const goodbye = await wallet.request(topic, 'wc_sessionDelete', { code: 6000, message: '' })
  expect(goodbye.result).toBe(true)
  expect(read()).toBeUndefined()
  const { storage } = dapp.browser
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
  expect(keys.filter((key) => key.includes(topic))).toEqual([])
})

test('repeated answers to one proposal do not fill the storage', async () => {
  const shown = dapp.uris.length
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  dapp.open('solana', { signal: ending.signal }).catch(() => {})
  const { pairing, proposal } = await wallet.takeProposal(await dapp.uri(shown + 1))
  const { storage } = dapp.browser
  const settling = () =>
    Array.from(
      { length: storage?.length ?? 0 },
      (_, at) => storage?.getItem(storage.key(at) ?? '') ?? '',
    ).filter((text) => text.includes(`"pairing":"${pairing.topic}"`)).length
  for (let count = 0; count < 30; count++) {
    const { publicKey } = await makeKeyPair(noblePrimitives)
    const result = { relay: { protocol: 'irn' }, responderPublicKey: publicKey }
    const answer = { id: proposal.id, result }
    await wallet.publish(pairing.topic, answer, { tag: 1101, ttlS: 300 })
  }
  // Everything before it was processed.
  await wallet.request(topic, 'wc_sessionPing', {})
  expect(settling()).toBe(8)
})

test('acknowledges and drops an unreadable message', async () => {
  for (const message of [
    'AAAA',
    'no base64 at all!',
    btoa('\x01'.repeat(80)),
    btoa(`\x02{"id":1,"result":true}`),
  ])
    await wallet.ask('irn_publish', { topic, message, tag: 0, ttl: 300 })
  expect((await wallet.request(topic, 'wc_sessionPing', {})).result).toBe(true)
  expect(dapp.logged.length).toBeGreaterThan(0)
  expect(dapp.logged.join()).not.toContain(topic)
})

test('no key, seed or message appears in a log or error', async () => {
  const { storage } = dapp.browser
  const stored = Array.from(
    { length: storage?.length ?? 0 },
    (_, at) => storage?.getItem(storage.key(at) ?? '') ?? '',
  )
  const secrets = stored.flatMap((text) => text.match(/[0-9a-f]{64}/g) ?? [])
  expect(secrets.length).toBeGreaterThan(3)
  const { provider } = await dapp.open('eip155', { silent: true })
  const errors = await Promise.all(
    ['eth_sign', 'wallet_switchEthereumChain'].map((method) =>
      provider
        .request({ method, params: [{ chainId: '0x89' }] })
        .catch((error: Error) => JSON.stringify([error, error.message, error.stack])),
    ),
  )
  for (const secret of secrets) expect([...dapp.logged, ...errors].join()).not.toContain(secret)
})

test('ignores an own message that the relay echoes', async () => {
  const { provider } = await dapp.open('eip155', { silent: true })
  wallet.onRequest((on, { id, method }) => {
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, result: '0x' }, method)
  })
  await provider.request({ method: 'personal_sign', params: [] })
  const own = dapp.browser.frames
    .map((text) => JSON.parse(text))
    .filter(({ params }) => params?.tag === 1108 && params.topic === topic)
  expect(own).toHaveLength(1)
  const before = dapp.browser.frames.length
  dapp.browser.push({ topic, message: own[0].params.message })
  const after = () => dapp.browser.frames.slice(before).map((text) => JSON.parse(text))
  await vi.waitFor(() => expect(after()).toContainEqual({ id: 99, jsonrpc: '2.0', result: true }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  // Acknowledged without an answer, which would be another message.
  expect(after().filter(({ method }) => method)).toEqual([])
})

test('another wallet cannot answer a request', async () => {
  const shown = dapp.uris.length
  const connecting = dapp.open('solana')
  const other = await wallet.approve(await dapp.uri(shown + 1), approved)
  await connecting
  expect(other).not.toBe(topic)
  const { provider } = await dapp.open('eip155', { silent: true })
  wallet.onRequest(async (on, { id, method }) => {
    if (method !== 'wc_sessionRequest') return
    await wallet.respond(other, { id, result: '0xforged' }, method)
    await wallet.request(other, 'wc_sessionPing', {})
    await wallet.respond(on, { id, result: '0xright' }, method)
  })
  expect(await provider.request({ method: 'personal_sign', params: [] })).toBe('0xright')
})
