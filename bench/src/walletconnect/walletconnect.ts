import { randomUUID } from 'node:crypto'
import { connect, createFoyer, disconnect, preparePairing, start, watch } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { start as startRelay } from '@foyer/relay'
import { walletConnect } from '@foyer/walletconnect'
import type { SignClient } from '@walletconnect/sign-client'
import { median } from '../percentile.ts'
import { takeTurns } from '../takeTurns.ts'
import { benchCode } from './benchCode.ts'

/** Number of repetitions; the median counts. */
const rounds = 15
/** The maximum, as a multiple of the reference client. Our handshake is measured through all of core. */
const ratioLimits = { uriMs: 1, handshakeMs: 1.5 }

type Times = { uriMs: number; handshakeMs: number }
type Client = InstanceType<typeof SignClient>

const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const namespaces = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    events: ['chainChanged'],
    accounts: [account],
  },
}

/**
 * Compares our client with the reference client 2.21.8, on one relay and with the same wallet: the time from the call to
 * connect to a URI that a wallet can scan, including the creation of the client, and from the scan to the session.
 */
export async function benchWalletConnect(): Promise<{ passed: boolean }> {
  // The reference client reads this when it loads: without it, two in one process share a core.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
  const { SignClient: Reference } = await import('@walletconnect/sign-client')
  const relay = await startRelay({ port: 0, limits: { handshakesPer10s: 10_000 } })
  const make = (name: string) =>
    Reference.init({
      name,
      relayUrl: relay.url,
      projectId: 'bench',
      logger: 'silent',
      telemetryEnabled: false,
      customStoragePrefix: randomUUID(),
      storageOptions: { database: ':memory:' },
      metadata: { name, description: name, url: `https://${name}.example`, icons: [] },
    })
  const wallet = await make('wallet')
  wallet.on('session_proposal', async ({ id }) => void (await wallet.approve({ id, namespaces })))
  const cases = {
    foyer: () => measureOurs(relay.url, wallet),
    'sign-client 2.21.8': () => measureReference(() => make('site'), wallet),
  }
  const times = await takeTurns(rounds, cases)
  await letGo(wallet)
  await relay.stop()

  let passed = true
  for (const what of ['uriMs', 'handshakeMs'] as const) {
    const of = (name: keyof typeof cases) => times[name].map((one) => one[what])
    const ratio = median(of('foyer')) / median(of('sign-client 2.21.8'))
    const limit = ratioLimits[what]
    passed &&= ratio <= limit
    console.log(
      `\n${what === 'uriMs' ? 'connect call to URI' : 'scan to session'}, median of ${rounds}`,
    )
    for (const name of ['foyer', 'sign-client 2.21.8'] as const) {
      const all = of(name)
      const range = `(${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`
      console.log(`  ${name.padEnd(20)} ${median(all).toFixed(1).padStart(7)} ms  ${range}`)
    }
    console.log(`  ratio ${ratio.toFixed(2)}${ratio <= limit ? '' : `, over ${limit}`}`)
  }
  const code = await benchCode()
  return { passed: passed && code.passed }
}

/** Through all of core, as a site uses it. */
async function measureOurs(relayUrl: string, wallet: Client): Promise<Times> {
  const connector = walletConnect({ projectId: 'bench', relayUrl })
  const foyer = createFoyer({
    projectId: 'bench',
    adapters: [evm({ announced: false, injected: false })],
    networks: [mainnet],
    connectors: [connector],
    metadata: { name: 'site', description: '', url: 'https://site.example', icons: [] },
  })
  const stop = start(foyer)
  const began = performance.now()
  const uri = new Promise<string>((resolve) => {
    const look = () => foyer.store.get().pairing.wcUri
    const stopLooking = watch(foyer.store, look, (found) => {
      if (!found) return
      stopLooking()
      resolve(found)
    })
  })
  const stopPreparing = preparePairing(foyer)
  const shown = await uri
  const uriMs = performance.now() - began
  const connecting = connect(foyer, { connector, namespace: 'eip155' })
  await scan()
  const scanned = performance.now()
  await wallet.pair({ uri: shown })
  await connecting
  const handshakeMs = performance.now() - scanned
  stopPreparing()
  await disconnect(foyer)
  const opened = await connector.open()
  opened.stop()
  stop()
  return { uriMs, handshakeMs }
}

async function measureReference(make: () => Promise<Client>, wallet: Client): Promise<Times> {
  const began = performance.now()
  const site = await make()
  const { approval, uri = '' } = await site.connect({ optionalNamespaces: namespaces })
  const uriMs = performance.now() - began
  const connecting = approval()
  await scan()
  const scanned = performance.now()
  await wallet.pair({ uri })
  const { topic } = await connecting
  const handshakeMs = performance.now() - scanned
  await site.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await letGo(site)
  return { uriMs, handshakeMs }
}

/** No user scans faster; both clients have sent their proposal by then. */
const scan = () => new Promise((resolve) => setTimeout(resolve, 300))

async function letGo(client: Client): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}
