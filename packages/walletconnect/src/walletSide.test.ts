import { type RunningRelay, start } from '@foyer/relay'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWallet } from './testWallet.test.kit.ts'
import { approved, evmAddress, otherAddress, startPeer } from './testWallets.test.kit.ts'

vi.hoisted(() => {
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
})

let relay: RunningRelay
let dapp: Awaited<ReturnType<typeof startPeer>>
let wallet: Awaited<ReturnType<typeof startWallet>>
let topic: string
beforeAll(async () => {
  relay = await start({ port: 0 })
  dapp = await startPeer({ relayUrl: relay.url, name: 'site' })
  wallet = await startWallet({ relayUrl: relay.url })
})
afterAll(async () => {
  wallet.stop()
  await dapp.stop()
  await relay.stop()
})

test('a site of 2.21.8 pairs and settles with our wallet side', async () => {
  const { approval, uri = '' } = await dapp.client.connect({ optionalNamespaces: approved })
  // Listen before: this client misses a fast settlement.
  const settled = approval()
  topic = await wallet.approve(uri, approved)
  const session = await settled
  expect(session.topic).toBe(topic)
  expect(session.namespaces).toEqual(approved)
  expect(session.peer.metadata.name).toBe('Our wallet')
})

test('the site sends requests, and gets a result and an error', async () => {
  wallet.onRequest((on, { id, method }) => {
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, result: '0xours' }, method)
  })
  const request = { method: 'personal_sign', params: ['0x00', evmAddress] }
  expect(await dapp.client.request({ topic, chainId: 'eip155:1', request })).toBe('0xours')
  wallet.onRequest((on, { id, method }) => {
    const error = { code: 5000, message: 'User rejected.' }
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, error }, method)
  })
  await expect(dapp.client.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({
    code: 5000,
  })
})

test('the site receives an event, an update and an extension', async () => {
  const received = new Promise((resolve) => dapp.client.once('session_event', resolve))
  const event = { event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:1' }
  void wallet.request(topic, 'wc_sessionEvent', event)
  expect(await received).toMatchObject({ params: event })
  const accounts = [...approved.eip155.accounts, `eip155:1:${otherAddress}`]
  const namespaces = { ...approved, eip155: { ...approved.eip155, accounts } }
  const update = await wallet.request(topic, 'wc_sessionUpdate', { namespaces })
  expect(update.result).toBe(true)
  expect(dapp.client.session.get(topic).namespaces.eip155?.accounts).toEqual(accounts)
  expect((await wallet.request(topic, 'wc_sessionExtend', {})).result).toBe(true)
})

test('pings go both ways, and either side ends it', async () => {
  expect((await wallet.request(topic, 'wc_sessionPing', {})).result).toBe(true)
  wallet.onRequest((on, { id, method }) => {
    if (method === 'wc_sessionPing') void wallet.respond(on, { id, result: true }, method)
  })
  await dapp.client.ping({ topic })
  const gone = new Promise((resolve) => dapp.client.once('session_delete', resolve))
  void wallet.request(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' })
  await gone
  expect(dapp.client.session.getAll()).toEqual([])
})
