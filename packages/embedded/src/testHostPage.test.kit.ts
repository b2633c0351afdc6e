/** A site with the embedded wallet, and a hand-written host that ignores the protocol's rules. */
import {
  type Adapter,
  connect,
  createFoyer,
  disconnect,
  type Foyer,
  type Network,
  signMessage,
  start,
  switchNetwork,
  watch,
} from '@foyer/core'
import { type EmbeddedConnector, embedded } from '@foyer/embedded'
import type { ChainId, Namespace } from '@foyer/protocol'
import { createFrameNonce } from '@foyer/protocol/frame'

function network(caipNetworkId: ChainId): Network {
  return {
    id: caipNetworkId.split(':')[1] as string,
    name: caipNetworkId,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    chainNamespace: caipNetworkId.split(':')[0] as Namespace,
    caipNetworkId,
  }
}

/** An adapter that only validates addresses. */
const adapters: Adapter[] = [
  {
    namespace: 'eip155',
    isAddress: (text) => /^0x[0-9a-f]{40}$/i.test(text),
    verifyAddress: async () => true,
    getBalance: async () => 1n,
    async switchNetwork({ network, provider }) {
      const chainId = `0x${Number(network.caipNetworkId.slice(7)).toString(16)}`
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    },
    signMessage: async ({ address, message, provider }) =>
      String(await provider.request({ method: 'personal_sign', params: [message, address] })),
  },
  {
    namespace: 'solana',
    isAddress: (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
    verifyAddress: async () => true,
    getBalance: async () => 1n,
  },
]

type Happening = { name: string; event: unknown }

/** A site; `received` collects its wallet's events. */
function makeSite(options: embedded.Options): {
  foyer: Foyer
  stop(): void
  wallet: EmbeddedConnector
  received: Happening[]
} {
  const wallet = embedded(options)
  const received: Happening[] = []
  const foyer = createFoyer({
    projectId: options.projectId,
    adapters,
    networks: (['eip155:1', 'eip155:10', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const).map(
      network,
    ),
    connectors: [wallet],
    metadata: { name: 'Test site', description: '', url: location.origin, icons: [] },
    themeMode: 'dark',
    themeVariables: { 'color-accent': '#b45309', 'color-card': 'url(https://evil.example/x)' },
    logLevel: 'silent',
  })
  const stop = start(foyer)
  for (const name of ['approval:start', 'approval:end'] as const)
    foyer.events.on(name, (event) => received.push({ name, event }))
  watch(
    foyer.store,
    ({ refused }) => refused,
    (error) => received.push({ name: 'refused', event: { method: error?.details } }),
  )
  watch(
    foyer.store,
    ({ approvals = [] }) => approvals.at(-1)?.popup,
    (popup) => popup && received.push({ name: popup.window ?? 'popup', event: popup }),
  )
  return { foyer, stop, wallet, received }
}

type Said = { id?: string; n: number; t: string; p?: { code?: string; rpcCode?: number } }
type HandMade = {
  port: MessagePort
  /** Everything but READY. */
  received: Said[]
  ready: unknown
  /** Sends a valid envelope, and waits for the answer. */
  ask(t: string, p?: unknown, id?: string): Promise<Said>
}

/** Performs the handshake by hand, so that a test can send messages that break the protocol. */
async function shakeByHand(frame: HTMLIFrameElement, loginOrigin: string): Promise<HandMade> {
  const fn = await new Promise<string>((resolve) => {
    addEventListener('message', ({ data, source }) => {
      if (source === frame.contentWindow && data?.t === 'hello') resolve(data.fn)
    })
    document.body.append(frame)
  })
  const { port1: port, port2 } = new MessageChannel()
  const received: Said[] = []
  const waiting = new Map<string | undefined, (said: Said) => void>()
  let n = 0
  const ready = new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      if (data?.t === 'READY') resolve(data)
      else received.push(data)
      waiting.get(data?.id)?.(data)
    }
  })
  const connect = { k: 'foyer', t: 'connect', v: 4, fn, hn: createFrameNonce() }
  frame.contentWindow?.postMessage({ ...connect, origin: location.origin }, loginOrigin, [port2])
  return {
    port,
    received,
    ready: await ready,
    ask(t, p, id = crypto.randomUUID()) {
      n += 1
      const answer = new Promise<Said>((resolve) => waiting.set(id, resolve))
      port.postMessage({ id, n, t, ...(p !== undefined && { p }) })
      return answer
    },
  }
}

function makeFrame(loginUrl: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = `${loginUrl}/frame?pid=p&v=4#origin=${encodeURIComponent(location.origin)}`
  return frame
}

export const kit = {
  connect,
  createFrameNonce,
  disconnect,
  makeFrame,
  makeSite,
  shakeByHand,
  signMessage,
  switchNetwork,
  /** Set by the test of a page. */
  site: undefined as ReturnType<typeof makeSite> | undefined,
  raw: undefined as Awaited<ReturnType<typeof shakeByHand>> | undefined,
  /** Promises that a test awaits later. */
  kept: {} as Record<string, Promise<unknown>>,
  notes: [] as unknown[],
}
export type Kit = typeof kit

Object.assign(window, { kit })
