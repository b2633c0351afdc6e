import { FoyerError } from '@foyer/protocol'

/** Position of a request in the queue: `1 of 3`. */
export type Position = { index: number; count: number }

/** Passed to a task while it runs; no other request is shown during that time. */
export type Turn = {
  position(): Position
  /** Calls the listener when requests join or removeEntry the queue. */
  onPosition(listener: (position: Position) => void): void
}

export type Queue = {
  /**
   * Runs a task after all earlier ones have settled.
   *
   * @param signal - Removes a task from the queue when it aborts before the task has started.
   * @throws FoyerError `request-aborted`, and what the task throws
   */
  run<value>(signal: AbortSignal, task: (turn: Turn) => Promise<value>): Promise<value>
}

/** Makes a first-in, first-out queue, so that one request is shown at a time. @source security 3.5 */
export function createQueue(): Queue {
  const waiting = new Set<object>()
  const listeners = new Set<(position: Position) => void>()
  let last: Promise<unknown> = Promise.resolve()
  const position = () => ({ index: 1, count: Math.max(1, waiting.size) })
  const notifyListeners = () => {
    for (const listener of [...listeners]) listener(position())
  }
  return {
    run(signal, task) {
      const entry = {}
      const removeEntry = () => {
        if (waiting.delete(entry)) notifyListeners()
      }
      waiting.add(entry)
      signal.addEventListener('abort', removeEntry)
      notifyListeners()
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
          signal.removeEventListener('abort', removeEntry)
          removeEntry()
        })
      return turn
    },
  }
}
