import type { Browser } from './browser.ts'

/** A page controlled by the test; what it shares with other pages is passed in. */
export type TestBrowser = Browser & {
  /** Every frame that was sent on a socket. */
  readonly frames: string[]
  /** Addresses of all connection attempts. */
  readonly dialled: string[]
  /** Opened links: address and target. */
  readonly links: [href: string, target: string][]
  /** Waiters the page, as when the user returns to it. */
  wake(): void
  /** Delivers a message as if the relay had pushed it. */
  push(message: { topic: string; message: string }): void
  /** Cuts all sockets silently, like a lost network. */
  cut(): void
}

/** An in-memory browser storage. */
export function memoryStorage(): NonNullable<Browser['storage']> {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (at) => [...map.keys()][at] ?? null,
    get length() {
      return map.size
    },
  }
}

/** A focused page with its own storage, without locks and channels. */
export function testBrowser(given: Partial<Browser> = {}): TestBrowser {
  const frames: string[] = []
  const dialled: string[] = []
  const links: [string, string][] = []
  const wakers = new Set<() => void>()
  const sockets = new Set<WebSocket>()
  return {
    frames,
    dialled,
    links,
    wake: () => {
      for (const waker of [...wakers]) waker()
    },
    push: (message) => {
      const data = { ...message, publishedAt: Date.now(), tag: 0 }
      const params = { id: 'subscription', data }
      const text = JSON.stringify({ id: 99, jsonrpc: '2.0', method: 'irn_subscription', params })
      for (const socket of sockets)
        socket.onmessage?.(new MessageEvent('message', { data: text }) as never)
    },
    cut: () => {
      for (const socket of sockets) {
        socket.onmessage = null
        socket.onclose = null
        socket.close()
      }
    },
    openSocket(url) {
      dialled.push(url)
      const socket = new WebSocket(url)
      sockets.add(socket)
      const send = socket.send.bind(socket)
      socket.send = (data) => {
        frames.push(String(data))
        send(data)
      }
      return socket
    },
    storage: memoryStorage(),
    subtle: crypto.subtle,
    locks: undefined,
    openChannel: undefined,
    now: () => Date.now(),
    random: () => Math.random(),
    onWake(listener) {
      wakers.add(listener)
      return () => wakers.delete(listener)
    },
    onStored: () => () => {},
    hasFocus: () => true,
    isFramed: () => false,
    openLink: (href, target) => void links.push([href, target]),
    readServerTime: async () => undefined,
    ...given,
  }
}
