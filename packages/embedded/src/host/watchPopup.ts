import type { ApprovalWindow } from '@foyer/core'

/** How often it is looked whether the window is still there, and how long it may take to load, ms. */
const times = { look: 250, load: 15_000 }

/** The window of one request, from its opening until the frame has found it. */
export type WatchedPopup = {
  /** The frame has found it, and notices its end by itself from now on. */
  connect(): void
  stop(): void
}

/** Tells what becomes of a window that was opened for a request: one that is closed before it has loaded tells nobody. */
export function watchPopup(
  popup: Pick<Window, 'closed'>,
  { isWaiting, tell }: { isWaiting: () => boolean; tell: (state: ApprovalWindow) => void },
): WatchedPopup {
  let lateAt = performance.now() + times.load
  const stop = () => clearInterval(timer)
  const timer = setInterval(() => {
    if (!isWaiting()) return stop()
    if (popup.closed) {
      stop()
      tell('closed')
    } else if (performance.now() >= lateAt) {
      lateAt = Number.POSITIVE_INFINITY
      tell('late')
    }
  }, times.look)
  tell('opening')
  return {
    stop,
    connect() {
      stop()
      tell('open')
    },
  }
}
