import { FoyerError } from '@foyer/protocol'

/** Position of a request in the queue: `1 of 3`. */
export type Position = { index: number; count: number }

/** The turn of one request: no other is shown during it. */
export type Turn = {
  position(): Position
  /** Called when others come or go. */
  onPosition(tell: (position: Position) => void): void
}

export type Queue = {
  /**
   * Runs a task when it is its turn.
   *
   * @param signal - A task whose time has not come is left out when it aborts.
   * @throws FoyerError `request-aborted`, and what the task throws
   */
  run<value>(signal: AbortSignal, task: (turn: Turn) => Promise<value>): Promise<value>
}

/** One request is shown at a time. @source security 3.5 */
export function createQueue(): Queue {
  const waiting = new Set<object>()
  const listeners = new Set<(position: Position) => void>()
  let last: Promise<unknown> = Promise.resolve()
  const position = () => ({ index: 1, count: Math.max(1, waiting.size) })
  const tell = () => {
    for (const listener of [...listeners]) listener(position())
  }
  return {
    run(signal, task) {
      const place = {}
      const leave = () => {
        if (waiting.delete(place)) tell()
      }
      waiting.add(place)
      signal.addEventListener('abort', leave)
      tell()
      const turn = last.then(async () => {
        if (signal.aborted) throw new FoyerError('request-aborted')
        try {
          return await task({ position, onPosition: (listener) => listeners.add(listener) })
        } finally {
          listeners.clear()
        }
      })
      last = turn
        .catch(() => {})
        .finally(() => {
          signal.removeEventListener('abort', leave)
          leave()
        })
      return turn
    },
  }
}
