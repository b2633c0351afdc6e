/** A site with the kit and the embedded wallet, as its users have it. */
import {
  connect,
  createFoyer,
  disconnect,
  type Foyer,
  signMessage,
  signTypedData,
  start,
  switchNetwork,
  watch,
} from '@foyer/core'
import { type EmbeddedConnector, embedded } from '@foyer/embedded'
import { defineNetwork, evm } from '@foyer/evm'
import { createFrameNonce } from '@foyer/protocol/frame'
import { solana, solanaLocalnet } from '@foyer/solana'

type Happening = { name: string; event: unknown }

/** One visit of the site; `told` records its wallet's events. */
function makeSite({ loginUrl, projectId }: { loginUrl: string; projectId: string }): {
  foyer: Foyer
  wallet: EmbeddedConnector
  told: Happening[]
} {
  const wallet = embedded({ loginUrl, projectId })
  const told: Happening[] = []
  const chain = (id: number, name: string) =>
    defineNetwork({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
  const foyer = createFoyer({
    projectId,
    adapters: [evm(), solana()],
    networks: [chain(31_337, 'Foyer Devnet'), chain(31_338, 'Foyer Devnet Two'), solanaLocalnet],
    connectors: [wallet],
    metadata: { name: 'Uniswap', description: '', url: location.origin, icons: [] },
    themeMode: 'dark',
    logLevel: 'silent',
  })
  start(foyer)
  watch(
    foyer.store,
    ({ approvals = [] }) => approvals.at(-1)?.popup,
    (popup) => popup && told.push({ name: popup.window ? 'window' : 'popup', event: popup }),
  )
  return { foyer, wallet, told }
}

type Said = { id: string; t: string; p: { code?: string; message?: string } }

/** A page that knows the protocol and breaks all of its rules. */
async function shakeByHand(loginUrl: string, projectId: string) {
  const frame = document.createElement('iframe')
  frame.src = `${loginUrl}/frame?pid=${projectId}&v=4#origin=${encodeURIComponent(location.origin)}`
  const fn = await new Promise<string>((resolve) => {
    addEventListener('message', ({ data, source }) => {
      if (source === frame.contentWindow && data?.t === 'hello') resolve(data.fn)
    })
    document.body.append(frame)
  })
  const { port1: port, port2 } = new MessageChannel()
  const waiting = new Map<string, (said: Said) => void>()
  const pushes: Said[] = []
  let n = 0
  const ready = new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      if (data?.t === 'READY') resolve(data)
      else if (data.id) waiting.get(data.id)?.(data)
      else pushes.push(data)
    }
  })
  const connect = { k: 'foyer', t: 'connect', v: 4, fn, hn: createFrameNonce() }
  frame.contentWindow?.postMessage({ ...connect, origin: location.origin }, loginUrl, [port2])
  return {
    pushes,
    ready: await ready,
    ask(t: string, p?: unknown): Promise<Said> {
      n += 1
      const id = crypto.randomUUID()
      const answer = new Promise<Said>((resolve) => waiting.set(id, resolve))
      port.postMessage({ id, n, t, ...(p !== undefined && { p }) })
      return answer
    },
  }
}

export const kit = {
  connect,
  disconnect,
  makeSite,
  shakeByHand,
  signMessage,
  signTypedData,
  switchNetwork,
  /** Created by the test of the page. */
  site: undefined as unknown as ReturnType<typeof makeSite>,
  raw: undefined as unknown as Awaited<ReturnType<typeof shakeByHand>>,
  /** Promises that a test awaits later. */
  kept: {} as Record<string, Promise<unknown>>,
}
export type Kit = typeof kit

Object.assign(window, { kit })
