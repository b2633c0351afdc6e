import type { ApprovalWindow } from '@foyer/core'

/** Interval at which the window is checked, and its time to load, ms. */
const times = { look: 250, load: 15_000 }

/** The window of one request, until it has reached the frame. */
export type WatchedPopup = {
  /** The frame is connected to it, and notices its end from now on. */
  connect(): void
  stop(): void
}

/** Reports the status of a request's window until it has loaded. Polls, since a closed window cannot report itself. */
export function watchPopup(
  popup: Pick<Window, 'closed'>,
  { isWaiting, emit }: { isWaiting: () => boolean; emit: (state: ApprovalWindow) => void },
): WatchedPopup {
  let lateAt = performance.now() + times.load
  const stop = () => clearInterval(timer)
  const timer = setInterval(() => {
    if (!isWaiting()) return stop()
    if (popup.closed) {
      stop()
      emit('closed')
    } else if (performance.now() >= lateAt) {
      lateAt = Number.POSITIVE_INFINITY
      emit('late')
    }
  }, times.look)
  emit('opening')
  return {
    stop,
    connect() {
      stop()
      emit('open')
    },
  }
}
