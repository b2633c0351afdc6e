import { connect, createFoyer, disconnect, signMessage, start } from '@foyer/core'
import { embedded } from '@foyer/embedded'
import { evm, mainnet } from '@foyer/evm'

const loginUrl = new URLSearchParams(location.search).get('login') ?? ''
// The fixed pause after READY would hide the measured time.
const wallet = embedded({ loginUrl, projectId: 'bench', namespaces: ['eip155'], readyDelayMs: 0 })
const foyer = createFoyer({
  projectId: 'bench',
  adapters: [evm()],
  networks: [mainnet],
  connectors: [wallet],
})
start(foyer)

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

type Social = Parameters<typeof wallet.login.getSocialRedirectUri>[0]['provider']

/** True until the window shows a page of another origin, whose address is not readable. */
function isEmpty(opened: Window): boolean {
  try {
    return opened.location.href === 'about:blank'
  } catch {
    return false
  }
}

/** Waits for the result that the window of a social login sends. */
const waitForResult = () =>
  new Promise<string>((resolve) => {
    const hear = ({ data, origin }: MessageEvent<{ k?: string; resultUri?: string }>) => {
      if (origin !== new URL(loginUrl).origin || data?.k !== 'foyer-social') return
      window.removeEventListener('message', hear)
      resolve(data.resultUri ?? '')
    }
    window.addEventListener('message', hear)
  })

/** A separate frame, controlled by hand: first invalid messages on its port, then a question. */
async function fuzz(count: number): Promise<number> {
  const frame = document.createElement('iframe')
  const url = `${loginUrl}/frame?pid=bench&v=4#origin=${encodeURIComponent(location.origin)}`
  const { port1: port, port2 } = new MessageChannel()
  const ready = new Promise<void>((resolve) => {
    port.onmessage = () => resolve()
  })
  const hear = ({ data, source }: MessageEvent<{ t?: string; fn?: string }>) => {
    if (source !== frame.contentWindow || data.t !== 'hello') return
    window.removeEventListener('message', hear)
    const hn = 'ab'.repeat(16)
    const { fn } = data
    frame.contentWindow?.postMessage(
      { k: 'foyer', t: 'connect', v: 4, fn, hn, origin: location.origin },
      loginUrl,
      [port2],
    )
  }
  window.addEventListener('message', hear)
  frame.src = url
  document.body.append(frame)
  await ready
  const nonsense = [null, 7, 'x'.repeat(1000), [], {}, { t: '__proto__' }, { p: { p: { p: [] } } }]
  for (let n = 1; n <= count; n++) {
    const message = nonsense[n % nonsense.length]
    const isOrdered = n % 2 === 0
    port.postMessage(
      isOrdered ? { id: crypto.randomUUID(), n, t: `TYPE_${n}`, p: message } : message,
    )
  }
  const id = crypto.randomUUID()
  const answered = new Promise<void>((resolve) => {
    port.onmessage = ({ data }: MessageEvent<{ id?: string }>) => {
      if (data.id === id) resolve()
    }
  })
  // Earlier messages are read in order, so waiting for this answer is enough.
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no answer')), 60_000),
  )
  return timed(() => {
    port.postMessage({ id, n: count + 1, t: 'GET_CHAIN_ID' })
    return Promise.race([answered, late])
  })
}

const bench = {
  /** From the first use to the frame's first answer, ms: loading, handshake, READY, and one question. */
  loadFrame: async () => {
    const opened = await wallet.open()
    return timed(() => opened.ask('IS_CONNECTED', {}))
  },
  /** From inserting an iframe to its `load` event, ms. */
  loadEmpty: (url: string) =>
    timed(
      () =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = resolve
          frame.src = url
          document.body.append(frame)
        }),
    ),
  /** Measures a frame's answer to a question that needs no server, ms. */
  ping: async () => {
    const opened = await wallet.open()
    return timed(() => opened.ask('GET_CHAIN_ID', {}))
  },
  begin: (email: string) => wallet.login.connectEmail({ email }),
  device: () => wallet.login.connectDevice(),
  /** From the press of a provider's button to the address, ms; needs a click, since it opens a window. */
  social: (provider: Social) =>
    timed(async () => {
      const opened = window.open(`${loginUrl}/oauth/start`, 'social', 'popup,width=460,height=640')
      if (!opened) throw new Error('The browser blocked the window.')
      const result = waitForResult()
      const uri = await wallet.login.getSocialRedirectUri({ provider })
      while (isEmpty(opened)) await new Promise((resolve) => setTimeout(resolve, 5))
      opened.location.replace(uri)
      const { action = 'CONNECT' } = await wallet.login.connectSocial({ uri: await result })
      if (action === 'VERIFY_DEVICE') await wallet.login.connectDevice()
      else if (action !== 'CONNECT') throw new Error(action)
      await connect(foyer, { connector: wallet })
    }),
  /** From the typed code to the address, ms. */
  finish: (otp: string) =>
    timed(async () => {
      await wallet.login.connectOtp({ otp })
      await connect(foyer, { connector: wallet })
    }),
  /** Resolves with the time of the signature, ms since the page's time origin. */
  sign: async () => {
    await signMessage(foyer, { message: 'Good evening.' })
    return performance.timeOrigin + performance.now()
  },
  leave: () => timed(() => disconnect(foyer)),
  /** Measures a frame's answer after this many invalid messages, ms. */
  pingAfter: (count: number) => fuzz(count),
}
Object.assign(globalThis, { bench })

/** The functions that the page offers to a measurement. */
export type LoginBench = typeof bench
