/** A socket, as browsers have it. */
export type BrowserSocket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  onerror: ((event: Event) => void) | null
}

/** The page's APIs that the client uses; each may be missing or blocked. */
export type Browser = {
  readonly openSocket: (url: string) => BrowserSocket
  readonly storage:
    | Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
    | undefined
  readonly subtle: SubtleCrypto | undefined
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined
  readonly openChannel:
    | ((name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>)
    | undefined
  /** ms since 1970, by the clock of this device. */
  readonly now: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  /** Calls `listener` when the page may have slept or was offline. @returns A stop function. */
  readonly onWake: (listener: () => void) => () => void
  /** Calls `listener` when another tab has stored something. @returns A stop function. */
  readonly onStored: (listener: () => void) => () => void
  readonly hasFocus: () => boolean
  readonly isFramed: () => boolean
  readonly openLink: (href: string, target: string) => void
  /** Returns the time of the page's server, ms since 1970. */
  readonly readServerTime: () => Promise<number | undefined>
}

const wakings = ['focus', 'online', 'pageshow'] as const

/** Reads the APIs of the real page, lazily except for the check of storage access. */
export function readBrowser(): Browser {
  const page = globalThis as Partial<typeof globalThis>
  return {
    openSocket: (url) => new WebSocket(url),
    storage: readStorage(),
    subtle: page.crypto?.subtle,
    locks: page.navigator?.locks,
    openChannel: page.BroadcastChannel && ((name) => new BroadcastChannel(name)),
    now: () => Date.now(),
    random: () => Math.random(),
    onWake(listener) {
      const whenVisible = () => {
        if (page.document?.visibilityState === 'visible') listener()
      }
      for (const name of wakings) page.window?.addEventListener(name, listener)
      page.document?.addEventListener('visibilitychange', whenVisible)
      return () => {
        for (const name of wakings) page.window?.removeEventListener(name, listener)
        page.document?.removeEventListener('visibilitychange', whenVisible)
      }
    },
    onStored(listener) {
      page.window?.addEventListener('storage', listener)
      return () => page.window?.removeEventListener('storage', listener)
    },
    hasFocus: () => page.document?.hasFocus() ?? false,
    isFramed: () => page.window !== page.window?.top,
    openLink: (href, target) => void page.window?.open(href, target, 'noreferrer noopener'),
    async readServerTime() {
      if (!page.location) return undefined
      // Without the query, which may contain one-time values.
      const { origin, pathname } = page.location
      const limit = {
        method: 'HEAD',
        cache: 'no-store',
        signal: AbortSignal.timeout(3_000),
      } as const
      const answer = await fetch(origin + pathname, limit).catch(() => undefined)
      const time = Date.parse(answer?.headers.get('date') ?? '')
      const ageMs = Number(answer?.headers.get('age') ?? 0) * 1000
      return Number.isNaN(time + ageMs) ? undefined : time + ageMs
    },
  }
}

function readStorage(): Browser['storage'] {
  try {
    // Blocked storage throws on access.
    return globalThis.localStorage ?? undefined
  } catch {
    return undefined
  }
}
