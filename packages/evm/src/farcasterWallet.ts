import type { EvmProvider } from './evmProvider.ts'

/** The Farcaster apps whose wallet a page inside them may use, by origin. Apps of phones have none. */
export type FarcasterOptions = { readonly origins?: readonly string[] | undefined }

/** The origin of Farcaster's own web app. */
const farcasterOrigins = ['https://farcaster.xyz']
/** Time for the app to say that it is one, ms: another page around this one never answers. */
const detectMs = 2_000

/** Calls of the app by the page, and its answers: those of the library Comlink. @source https://miniapps.farcaster.xyz/docs/specification */
type Call =
  | { type: 'GET'; path: readonly ['context'] }
  | {
      type: 'APPLY'
      path: readonly ['ethProviderRequestV2']
      argumentList: readonly [{ type: 'RAW'; value: unknown }]
    }
type Pending = { resolve: (value: unknown) => void; reject: (error: unknown) => void }
type Page = Window & { ReactNativeWebView?: { postMessage(text: string): void } }

/**
 * Lists the wallet of the Farcaster app that shows this page as a mini app, as the app's own library does: it is announced by
 * EIP-6963 once the app has answered. Elsewhere it does nothing.
 *
 * @param options.origins - The apps' pages: any other page that embeds this one is not asked. @default Farcaster's own
 * @returns A stop function.
 * @example
 * announceFarcaster()
 * createFoyer({ adapters: [evm()], … })
 */
export function announceFarcaster(options: FarcasterOptions = {}): () => void {
  const page = (globalThis as { window?: Page }).window
  const ending = new AbortController()
  const { signal } = ending
  // The only places of a mini app: another page, or an app of a phone.
  if (page && (page.parent !== page || page.ReactNativeWebView))
    void findFarcasterWallet(page, { ...options, signal }).then((provider) => {
      if (!provider || signal.aborted) return
      const uuid = crypto.randomUUID()
      const info = { uuid, name: 'Farcaster', rdns: 'xyz.farcaster.miniappwallet' }
      const announce = () =>
        page.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }),
        )
      page.addEventListener('eip6963:requestProvider', announce, { signal })
      announce()
    })
  return () => ending.abort()
}

/**
 * Finds the wallet of the Farcaster app around this page.
 *
 * @param options.origins - Pages that may be such an app: any page that embeds a site could offer a wallet of its own.
 * @returns Its EIP-1193 provider, once the app has answered; undefined where there is none.
 * @source https://miniapps.farcaster.xyz/docs/guides/wallets
 */
export async function findFarcasterWallet(
  page: Page,
  { origins = farcasterOrigins, signal }: FarcasterOptions & { readonly signal: AbortSignal },
): Promise<EvmProvider | undefined> {
  const pending = new Map<string, Pending>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const webView = page.ReactNativeWebView
  const post = (message: object) => {
    if (webView) return webView.postMessage(JSON.stringify(message))
    // Delivered only if the page around this one has such an origin.
    for (const origin of origins) page.parent.postMessage(message, origin)
  }
  const take = (data: unknown) => {
    const { event, id, name, params, type, value } = Object(data) as Record<string, unknown>
    if (type === 'frameEthProviderEvent') {
      const payload = Array.isArray(params) ? params[0] : undefined
      for (const listener of [...(listeners.get(String(event)) ?? [])]) listener(payload)
      return
    }
    const waiting = pending.get(String(id))
    if (!waiting) return
    pending.delete(String(id))
    if (type === 'RAW') waiting.resolve(value)
    else waiting.reject(readThrown(name, value))
  }
  const onMessage = (event: MessageEvent) => {
    if (event.source === page.parent && origins.includes(event.origin)) take(event.data)
  }
  const onAppMessage = (event: Event) => take((event as MessageEvent).data)
  const appEvents = ['FarcasterFrameCallback', 'FarcasterFrameEthProviderEvent']
  if (webView)
    for (const name of appEvents) page.document.addEventListener(name, onAppMessage, { signal })
  else page.addEventListener('message', onMessage, { signal })
  const call = (message: Call) =>
    new Promise<unknown>((resolve, reject) => {
      const id = crypto.randomUUID()
      pending.set(id, { resolve, reject })
      post({ id, ...message })
    })

  const timeout = new Promise((resolve) => setTimeout(resolve, detectMs))
  const context = await Promise.race([call({ type: 'GET', path: ['context'] }), timeout])
  if (typeof Object(context).client !== 'object') return undefined
  let count = 0
  return {
    async request({ method, params }) {
      const value = { jsonrpc: '2.0', id: ++count, method, params }
      const answer = await call({
        type: 'APPLY',
        path: ['ethProviderRequestV2'],
        argumentList: [{ type: 'RAW', value }],
      })
      const { error, result } = Object(answer) as { error?: unknown; result?: unknown }
      if (error !== undefined) throw readError(error)
      return result
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

/** The wallet's refusal, with its EIP-1193 code. */
function readError(error: unknown): Error {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  const words = typeof message === 'string' ? message : 'The Farcaster app refused.'
  return Object.assign(new Error(words), { code })
}

/** Reads the error that the app threw, as Comlink sends it. */
function readThrown(name: unknown, value: unknown): unknown {
  if (name !== 'throw') return new Error('The Farcaster app answered in an unknown way.')
  const { message } = Object(Object(value).value) as { message?: unknown }
  return new Error(typeof message === 'string' ? message : 'The Farcaster app failed.')
}
