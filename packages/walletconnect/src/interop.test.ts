import { type RunningRelay, start } from '@foyer/relay'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { solanaMainnet, startDapp } from './testDapp.test.kit.ts'
import {
  acknowledged,
  approveAll,
  approved,
  evmAddress,
  otherAddress,
  solanaAddress,
  startPeer,
} from './testWallets.test.kit.ts'

vi.hoisted(() => {
  // Read at load time: two reference clients in one process share a core without it.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
})

let relay: RunningRelay
beforeAll(async () => {
  relay = await start({ port: 0 })
})
afterAll(() => relay.stop())

describe.each(['2.21.8', '2.17.1'] as const)('our site, a wallet of %s', (version) => {
  let dapp: Awaited<ReturnType<typeof startDapp>>
  let wallet: Awaited<ReturnType<typeof startPeer>>
  beforeAll(async () => {
    dapp = await startDapp({ relayUrl: relay.url })
    wallet = await startPeer({ relayUrl: relay.url, name: `wallet-${version}`, version })
    approveAll(wallet.client)
  })
  afterAll(async () => {
    dapp.stop()
    await wallet.stop()
  })

  test('[1.2] pairs, settles, and serves both namespaces of one approval', async () => {
    const connecting = dapp.open('eip155')
    await wallet.client.pair({ uri: await dapp.uri() })
    const session = await connecting
    expect(session.accounts).toEqual([{ address: evmAddress }])
    expect(session.chainId).toBe('eip155:1')
    expect(session.scope?.chainIds).toEqual(['eip155:1', 'eip155:10'])
    expect(session.scope?.methods).toEqual(approved.eip155.methods)
    expect(dapp.taken()).toBe(1)
    const solana = await dapp.open('solana', { silent: true })
    expect(solana.accounts).toEqual([{ address: solanaAddress }])
    await vi.waitFor(() => expect(theirs(wallet).acknowledged).toBe(true))
    expect(theirs(wallet).peer.metadata.name).toBe('Site')
  })

  test('the wallet signs, in both namespaces, on the network of the request', async () => {
    const { provider } = await dapp.open('eip155', { silent: true })
    const asked = answer(wallet, { result: '0xsigned' })
    const params = ['0x68656c6c6f', evmAddress]
    const call = { method: 'personal_sign', params, chainId: 'eip155:10' } as const
    expect(await provider.request(call)).toBe('0xsigned')
    expect(await asked).toMatchObject({
      chainId: 'eip155:10',
      request: { method: 'personal_sign', params },
    })
    const solana = await dapp.open('solana', { silent: true })
    const given = answer(wallet, { result: { signature: '5eykt' } })
    const message = { message: '9Ajdvz', pubkey: solanaAddress }
    expect(
      await solana.provider.request({ method: 'solana_signMessage', params: message }),
    ).toEqual({ signature: '5eykt' })
    expect(await given).toMatchObject({ chainId: solanaMainnet, request: { params: message } })
  })

  test('typed data with digit runs of 20 and more arrives unchanged', async () => {
    const { provider } = await dapp.open('eip155', { silent: true })
    const asked = answer(wallet, { result: '0xtyped' })
    const typedData =
      '{"message":{"amount":100000000000000000000,"max":115792089237316195423570985008687907853269984665640564039457584007913129639935}}'
    const params = [evmAddress, typedData]
    expect(await provider.request({ method: 'eth_signTypedData_v4', params })).toBe('0xtyped')
    expect((await asked).request.params).toEqual(params)
  })

  test("error: maps the wallet's rejections to our codes", async () => {
    const { provider } = await dapp.open('eip155', { silent: true })
    void answer(wallet, { error: { code: 5000, message: 'User rejected.' } })
    const call = { method: 'personal_sign', params: ['0x00', evmAddress] }
    await expect(provider.request(call)).rejects.toMatchObject({
      code: 'user-rejected',
      rpcCode: 4001,
    })
    void answer(wallet, { error: { code: -32000, message: 'insufficient funds' } })
    await expect(provider.request(call)).rejects.toMatchObject({
      code: 'input-invalid',
      details: 'insufficient funds',
    })
  })

  test('an event, an update and an extension of the wallet reach the instance', async () => {
    const { topic } = theirs(wallet)
    const listener = listen()
    const solana = listen()
    dapp.watch('eip155', listener)
    dapp.watch('solana', solana)
    const event = { name: 'chainChanged', data: 10 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await vi.waitFor(() => expect(listener.onChain).toHaveBeenCalledExactlyOnceWith('eip155:10'))

    const accounts = [`eip155:10:${otherAddress}`, ...approved.eip155.accounts]
    const namespaces = { ...approved, eip155: { ...approved.eip155, accounts } }
    await wallet.client.update({ topic, namespaces })
    await acknowledged(wallet.client.core, topic)
    expect(listener.onAccounts).toHaveBeenCalledExactlyOnceWith([
      { address: otherAddress },
      { address: evmAddress },
    ])
    const changed = { name: 'accountsChanged', data: [evmAddress] }
    await wallet.client.emit({ topic, chainId: 'eip155:10', event: changed })
    await vi.waitFor(() =>
      expect(listener.onAccounts).toHaveBeenLastCalledWith([
        { address: evmAddress },
        { address: otherAddress },
      ]),
    )
    expect(solana.onAccounts).not.toHaveBeenCalled()

    const before = dapp.client.listSessions()[0]?.expiresAt ?? 0
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await wallet.client.extend({ topic })
    await acknowledged(wallet.client.core, topic)
    expect(dapp.client.listSessions()[0]?.expiresAt).toBeGreaterThan(before)
  })

  test('pings go both ways', async () => {
    const { topic } = theirs(wallet)
    const pinged = new Promise((resolve) => wallet.client.once('session_ping', resolve))
    await dapp.client.ping(topic)
    await pinged
    await wallet.client.ping({ topic })
  })

  test('answers 10001 to an unknown method', async () => {
    const { topic } = theirs(wallet)
    const message = {
      id: Date.now() * 1000,
      jsonrpc: '2.0',
      method: 'wc_sessionTeleport',
      params: {},
    } as const
    const answered = new Promise<unknown>((resolve) =>
      wallet.client.core.relayer.on(
        'relayer_message',
        async (event: { topic: string; message: string }) => {
          const received = await wallet.client.core.crypto.decode(event.topic, event.message)
          if (received.id === message.id) resolve(received)
        },
      ),
    )
    const sealed = await wallet.client.core.crypto.encode(topic, message)
    await wallet.client.core.relayer.publish(topic, sealed, { tag: 1112, ttl: 300 })
    expect(await answered).toMatchObject({ id: message.id, error: { code: 10001 } })
  })

  test('the last namespace to disconnect ends the session in the wallet', async () => {
    let deleted = false
    const gone = new Promise<void>((resolve) =>
      wallet.client.once('session_delete', () => {
        deleted = true
        resolve()
      }),
    )
    await dapp.disconnect('eip155')
    const { provider } = await dapp.open('solana', { silent: true })
    void answer(wallet, { result: { signature: 'still' } })
    const params = { message: '9Ajdvz', pubkey: solanaAddress }
    await provider.request({ method: 'solana_signMessage', params })
    expect(deleted).toBe(false)
    await dapp.disconnect('solana')
    await gone
    await vi.waitFor(() => expect(wallet.client.session.getAll()).toEqual([]))
    await expect(dapp.open('solana', { silent: true })).rejects.toMatchObject({
      code: 'not-connected',
    })
  })

  test('error: after a wallet rejects, the next one may approve, and disconnect', async () => {
    wallet.client.removeAllListeners('session_proposal')
    wallet.client.once('session_proposal', ({ id }) =>
      wallet.client.reject({ id, reason: { code: 5000, message: 'User rejected.' } }),
    )
    const shown = dapp.uris.length
    const refused = dapp.open('eip155')
    refused.catch(() => {})
    await wallet.client.pair({ uri: await dapp.uri(shown + 1) })
    await expect(refused).rejects.toMatchObject({ code: 'user-rejected' })

    approveAll(wallet.client)
    const connecting = dapp.open('eip155')
    await wallet.client.pair({ uri: await dapp.uri(shown + 2) })
    await connecting
    const listener = listen()
    dapp.watch('eip155', listener)
    const { topic } = theirs(wallet)
    const reason = { code: 6000, message: 'User disconnected.' }
    await wallet.client.disconnect({ topic, reason })
    await vi.waitFor(() => expect(listener.onDisconnect).toHaveBeenCalledOnce())
    expect(dapp.client.listSessions()).toEqual([])
  })

  test('both sides end the session at once', async () => {
    const shown = dapp.uris.length
    const connecting = dapp.open('eip155')
    await wallet.client.pair({ uri: await dapp.uri(shown + 1) })
    await connecting
    const { topic } = theirs(wallet)
    const reason = { code: 6000, message: 'User disconnected.' }
    await Promise.all([dapp.disconnect('eip155'), wallet.client.disconnect({ topic, reason })])
    expect(dapp.client.listSessions()).toEqual([])
    await vi.waitFor(() => expect(wallet.client.session.getAll()).toEqual([]))
  })

  test('sends only sealed messages: no telemetry, no method names, no addresses', () => {
    const allowed = ['topic', 'topics', 'message', 'ttl', 'tag', 'prompt', 'id']
    const sent = dapp.browser.frames.map((frame) => JSON.parse(frame))
    expect(sent.length).toBeGreaterThan(20)
    for (const { method, params, result } of sent) {
      if (method === undefined) expect(result).toBe(true)
      else expect(method).toMatch(/^irn_(publish|batchSubscribe|unsubscribe|batchFetchMessages)$/)
      for (const name of Object.keys(params ?? {})) expect(allowed).toContain(name)
    }
    // Encrypted text may contain any letters.
    const all = JSON.stringify(
      sent.map(({ params }) => ({ ...params, message: undefined })),
    ).toLowerCase()
    for (const word of [
      'tvf',
      'personal_sign',
      'eip155',
      evmAddress.toLowerCase(),
      'attestation',
      '0xsigned',
    ])
      expect(all).not.toContain(word)
    expect(dapp.browser.dialled.every((url) => url.startsWith(relay.url))).toBe(true)
    // Repeat after the previous session ended and no socket was needed.
    expect(dapp.browser.dialled.length).toBe(2)
  })
})

type Peer = Awaited<ReturnType<typeof startPeer>>

function theirs({ client }: Peer) {
  const [session] = client.session.getAll()
  if (!session) throw new Error('the wallet has no session')
  return session
}

/** Answers the next request. @returns The request. */
function answer(
  { client }: Peer,
  outcome: { result: unknown } | { error: { code: number; message: string } },
): Promise<{ chainId: string; request: { method: string; params: unknown } }> {
  return new Promise((resolve) =>
    client.once('session_request', async ({ id, params, topic }) => {
      await client.respond({ topic, response: { id, jsonrpc: '2.0', ...outcome } })
      resolve(params)
    }),
  )
}

const listen = () => ({
  onAccounts: vi.fn(),
  onChain: vi.fn(),
  onScope: vi.fn(),
  onDisconnect: vi.fn(),
})

test('a wallet made with walletkit 1.2.10 pairs, signs in both namespaces, changes accounts, and disconnects', async () => {
  const { WalletKit } = await import('@reown/walletkit')
  const { Core } = await import('@walletconnect/core')
  const core = new Core({
    relayUrl: relay.url,
    projectId: 'test',
    customStoragePrefix: 'kit',
    storageOptions: { database: ':memory:' },
    logger: 'silent',
    telemetryEnabled: false,
  })
  const about = { name: 'Kit', description: '', url: 'https://kit.example', icons: [] }
  // Two copies of one core have incompatible types.
  const kit = await WalletKit.init({ core: core as never, metadata: about })
  kit.on('session_proposal', async ({ id }) => {
    await kit.approveSession({ id, namespaces: approved })
  })
  kit.on('session_request', async ({ id, params, topic }) => {
    const result = `signed by ${params.request.method}`
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  const dapp = await startDapp({ relayUrl: relay.url })
  const connecting = dapp.open('eip155')
  await kit.pair({ uri: await dapp.uri() })
  const { provider } = await connecting
  const solana = await dapp.open('solana', { silent: true })
  expect(await provider.request({ method: 'personal_sign', params: ['0x00', evmAddress] })).toBe(
    'signed by personal_sign',
  )
  const params = { message: '9Ajdvz', pubkey: solanaAddress }
  expect(await solana.provider.request({ method: 'solana_signMessage', params })).toBe(
    'signed by solana_signMessage',
  )
  const listener = listen()
  dapp.watch('eip155', listener)
  const [session] = Object.values(kit.getActiveSessions())
  const topic = session?.topic ?? ''
  const accounts = [`eip155:1:${otherAddress}`]
  const namespaces = { ...approved, eip155: { ...approved.eip155, accounts } }
  await kit.updateSession({ topic, namespaces })
  await acknowledged(core, topic)
  expect(listener.onAccounts).toHaveBeenCalledExactlyOnceWith([{ address: otherAddress }])
  await kit.extendSession({ topic })
  await acknowledged(core, topic)
  await kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await vi.waitFor(() => expect(listener.onDisconnect).toHaveBeenCalledOnce())
  dapp.stop()
  core.heartbeat.stop()
  await core.relayer.transportClose()
})
