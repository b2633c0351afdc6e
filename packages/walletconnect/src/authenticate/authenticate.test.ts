import { type RunningRelay, start } from '@foyer/relay'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { metadata, networks, startDapp } from '../testDapp.test.kit.ts'
import { type ReferenceClient, startPeer } from '../testWallets.test.kit.ts'
import type { WalletConnectConnector } from '../walletConnect.ts'
import { authenticate } from './authenticate.ts'

vi.hoisted(() => {
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
})

const key = Uint8Array.from({ length: 32 }, () => 7)
const point = secp256k1.Point.fromBytes(secp256k1.getPublicKey(key)).toBytes(false).subarray(1)
const address = `0x${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`

/** Signs text as an Ethereum wallet does. */
function sign(text: string): string {
  const bytes = Buffer.from(text)
  const head = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const hash = keccak_256(Buffer.concat([head, bytes]))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
}

let relay: RunningRelay
let dapp: Awaited<ReturnType<typeof startDapp>>
let connector: WalletConnectConnector
beforeAll(async () => {
  relay = await start({ port: 0 })
  dapp = await startDapp({ relayUrl: relay.url })
  connector = { open: async () => dapp } as unknown as WalletConnectConnector
})
afterAll(async () => {
  dapp.stop()
  await relay.stop()
})

const request = {
  metadata,
  networks,
  domain: 'site.example',
  uri: 'https://site.example/login',
  nonce: 'k9rfa2ns81',
  statement: 'Sign in to Site.',
}

async function run(
  version: '2.21.8' | '2.17.1',
  prepare: (client: ReferenceClient) => void,
  parameters: Partial<authenticate.Parameters> = {},
) {
  const wallet = await startPeer({ relayUrl: relay.url, name: `wallet-${version}`, version })
  prepare(wallet.client)
  try {
    return await authenticate(connector, {
      ...request,
      onUri: (given) => void (given && wallet.client.pair({ uri: given.uri })),
      ...parameters,
    })
  } finally {
    await wallet.stop()
  }
}

/** A wallet that signs in; `change` alters what it signs. */
const signsIn =
  (change: (payload: Record<string, unknown>) => void = () => {}) =>
  (client: ReferenceClient) => {
    // biome-ignore lint/suspicious/noExplicitAny: the reference client's own words
    client.on('session_authenticate', async ({ id, params }: any) => {
      const { buildAuthObject, populateAuthPayload } = await import('@walletconnect/utils')
      const authPayload = populateAuthPayload({
        authPayload: params.authPayload,
        chains: ['eip155:1', 'eip155:10'],
        methods: ['personal_sign', 'eth_sendTransaction'],
      })
      change(authPayload as never)
      const iss = `eip155:1:${address}`
      const message = client.engine.formatAuthMessage({ request: authPayload, iss })
      const auth = buildAuthObject(authPayload, { t: 'eip191', s: sign(message) }, iss)
      await client.engine.approveSessionAuthenticate({ id, auths: [auth] })
    })
  }

test.each(['2.21.8', '2.17.1'] as const)(
  'a wallet of %s signs in and connects with one approval',
  async (version) => {
    const { isConnected, signIns } = await run(version, signsIn())
    expect(isConnected).toBe(true)
    const [signIn] = signIns
    expect(signIn).toMatchObject({ address, chainId: 'eip155:1', type: 'eip191' })
    // The exact text that was signed.
    expect(sign(signIn?.message ?? '')).toBe(signIn?.signature)
    expect(signIn?.message).toContain(
      "Sign in to Site. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.",
    )
    const session = await dapp.open('eip155', { silent: true })
    expect(session.accounts).toEqual([{ address }])
    expect(session.scope).toEqual({
      chainIds: ['eip155:1', 'eip155:10'],
      methods: ['eth_sendTransaction', 'personal_sign'],
    })
    await dapp.disconnect('eip155')
  },
)

test('a session from a sign-in carries requests', async () => {
  const wallet = await startPeer({ relayUrl: relay.url, name: 'wallet-after' })
  signsIn()(wallet.client)
  wallet.client.on('session_request', ({ id, topic }) =>
    wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xafter' } }),
  )
  const onUri = (given: { uri: string } | undefined) =>
    void (given && wallet.client.pair({ uri: given.uri }))
  await authenticate(connector, { ...request, onUri })
  const { provider } = await dapp.open('eip155', { silent: true })
  expect(await provider.request({ method: 'personal_sign', params: ['0x00', address] })).toBe(
    '0xafter',
  )
  await dapp.disconnect('eip155')
  await wallet.stop()
})

test('a wallet without sign-in support only connects', async () => {
  const result = await run('2.21.8', (client) =>
    client.on('session_proposal', async ({ id, params }) => {
      const { methods = [], events = [] } = params.optionalNamespaces.eip155 ?? {}
      const accounts = [`eip155:1:${address}`]
      await client.approve({ id, namespaces: { eip155: { accounts, methods, events } } })
    }),
  )
  expect(result).toEqual({ signIns: [], isConnected: true })
  const session = await dapp.open('eip155', { silent: true })
  expect(session.accounts).toEqual([{ address }])
  await dapp.disconnect('eip155')
})

test('error: the user rejects', async () => {
  const refused = run('2.21.8', (client) =>
    client.on('session_authenticate', ({ id }) =>
      client.engine.rejectSessionAuthenticate({
        id,
        reason: { code: 5000, message: 'User rejected.' },
      }),
    ),
  )
  await expect(refused).rejects.toMatchObject({ code: 'user-rejected' })
})

test('error: the wallet signs for another site', async () => {
  const changes = signsIn((payload) => {
    payload.domain = 'evil.example'
  })
  await expect(run('2.21.8', changes)).rejects.toMatchObject({ code: 'sign-in-failed' })
  expect(dapp.client.listSessions()).toEqual([])
})

test('error: an offered sign-in that a wallet signs without permissions; a new code appears', async () => {
  const own = await startDapp({ relayUrl: relay.url, namespaces: ['eip155'] })
  const ending = new AbortController()
  onTestFinished(() => {
    ending.abort()
    own.stop()
  })
  const { domain, nonce, uri } = request
  const issuedAt = new Date().toISOString()
  const signIn = async () => ({ domain, nonce, uri, version: '1' as const, issuedAt })
  void own.prepare({ ...own.shared, signIn, signal: ending.signal })
  const connecting = own.open('eip155', { signIn })
  const refused = expect(connecting).rejects.toMatchObject({ code: 'user-rejected' })
  const wallet = await startPeer({ relayUrl: relay.url, name: 'wallet-only-signs' })
  onTestFinished(() => wallet.stop())
  signsIn((payload) => {
    payload.resources = []
  })(wallet.client)
  const code = await own.uri()
  await wallet.client.pair({ uri: code })
  await refused
  await vi.waitFor(() => expect(own.uris.at(-1)).not.toBe(code))
  expect(own.client.listSessions()).toEqual([])
})

test('error: a short nonce, a statement outside ASCII, no network, an expiry before the start', async () => {
  const refuse = (parameters: Partial<authenticate.Parameters>) =>
    expect(authenticate(connector, { ...request, onUri() {}, ...parameters })).rejects
  await refuse({ nonce: 'short' }).toMatchObject({ code: 'params-invalid' })
  await refuse({ statement: 'Grüezi' }).toMatchObject({ code: 'params-invalid' })
  await refuse({ networks: [] }).toMatchObject({ code: 'params-invalid' })
  await refuse({ signal: AbortSignal.abort() }).toMatchObject({ code: 'request-aborted' })
})
