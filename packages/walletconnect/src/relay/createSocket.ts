import { relayCloseCodes } from '@foyer/protocol/relay'
import type { Browser, BrowserSocket } from '../browser.ts'

/** Pauses between attempts, ms, growing with each failure. */
const backoffMs = { least: 300, most: 30_000 }
/** Time for an attempt, ms. */
const connectMs = 15_000
/** Duration of a connection after which the pauses start over, ms. */
const stableMs = 30_000
/** Least time between two attempts that are triggered from outside, ms. */
const wakeGapMs = 1_000

type State =
  | { is: 'idle' }
  | { is: 'connecting'; socket?: BrowserSocket }
  | { is: 'open'; socket: BrowserSocket; openedAt: number }
  | { is: 'backoff'; timer: ReturnType<typeof setTimeout> }
  /** The relay rejected this client: only a new request or a waking page retries. */
  | { is: 'refused' }

/** A socket that reconnects, with one attempt at a time for all triggers. */
export type RelaySocket = {
  /** Sets whether the socket is needed. */
  want(wanted: boolean): void
  /** Tries now instead of after the pause. */
  wake(): void
  /** Retries a relay that rejected this client. */
  retry(): void
  /** Closes an unresponsive socket, and reconnects. */
  drop(): void
  /** @returns True if it was open. */
  send(text: string): boolean
  stop(): void
}

/** Creates a socket that connects to `address()` while it is wanted. */
export function createSocket({
  address,
  browser,
  judge,
  onClose,
  onOpen,
  onText,
}: {
  /** Created for each attempt, since the token in it expires. */
  address: () => Promise<string>
  browser: Pick<Browser, 'openSocket' | 'random'>
  /** Reads the reason of a relay that closed for good; true to retry once. */
  judge: (reason: string) => Promise<boolean>
  onOpen: () => void
  onText: (text: string) => void
  onClose: () => void
}): RelaySocket {
  let state: State = { is: 'idle' }
  let wanted = false
  let failures = 0
  // By a clock that the user cannot set.
  let attemptedAt = Number.NEGATIVE_INFINITY

  const connect = async () => {
    const attempt: State & { is: 'connecting' } = { is: 'connecting' }
    state = attempt
    attemptedAt = performance.now()
    const limit = setTimeout(() => fail(attempt), connectMs)
    try {
      const url = await address()
      if (state !== attempt) return
      const socket = browser.openSocket(url)
      attempt.socket = socket
      socket.onopen = () => {
        if (state !== attempt) return
        clearTimeout(limit)
        state = { is: 'open', socket, openedAt: performance.now() }
        onOpen()
      }
      socket.onmessage = ({ data }) => {
        if (isCurrent(socket) && typeof data === 'string') onText(data)
      }
      socket.onclose = ({ code, reason }) => {
        clearTimeout(limit)
        if (isCurrent(socket)) void closed(code, reason)
      }
      // A close event follows with the details.
      socket.onerror = () => {}
    } catch {
      clearTimeout(limit)
      fail(attempt)
    }
  }

  const isCurrent = (socket: BrowserSocket) =>
    (state.is === 'open' || state.is === 'connecting') && state.socket === socket

  const closeSocket = () => {
    const left = state
    if (left.is === 'backoff') clearTimeout(left.timer)
    state = { is: 'idle' }
    if (left.is === 'open') {
      if (performance.now() - left.openedAt >= stableMs) failures = 0
      onClose()
    }
    if (left.is === 'open' || left.is === 'connecting') left.socket?.close()
  }

  const pause = () => {
    if (!wanted) return
    const most = Math.min(backoffMs.most, backoffMs.least * 2 ** failures++)
    const ms = backoffMs.least + browser.random() * (most - backoffMs.least)
    state = { is: 'backoff', timer: setTimeout(() => void connect(), ms) }
  }

  const fail = (attempt: State) => {
    if (state !== attempt) return
    closeSocket()
    pause()
  }

  const closed = async (code: number, reason: string) => {
    closeSocket()
    if (code !== relayCloseCodes.fatal) {
      // "Try later" means seconds, not the shortest pause.
      if (code === relayCloseCodes.tryLater) failures = Math.max(failures, 4)
      return pause()
    }
    const attempt: State = { is: 'refused' }
    state = attempt
    const isWorthIt = await judge(reason)
    if (state === attempt && isWorthIt && wanted) pause()
  }

  const again = () => {
    if (!wanted || performance.now() - attemptedAt < wakeGapMs) return
    closeSocket()
    void connect()
  }

  return {
    want(now) {
      const before = wanted
      wanted = now
      if (!now) return closeSocket()
      if (before || state.is !== 'idle') return
      // Releasing and requesting the socket repeatedly does not shorten the pause.
      if (failures > 0) pause()
      else void connect()
    },
    wake() {
      if (state.is === 'backoff' || state.is === 'refused') again()
    },
    retry() {
      if (state.is === 'refused') again()
    },
    drop() {
      if (state.is !== 'open') return
      closeSocket()
      pause()
    },
    send(text) {
      if (state.is !== 'open' || state.socket.readyState !== 1) return false
      state.socket.send(text)
      return true
    },
    stop() {
      wanted = false
      closeSocket()
    },
  }
}
