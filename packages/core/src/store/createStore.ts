/** Holds state: a value, a way to replace it, and subscriptions. Fits `useSyncExternalStore`. */
export type Store<state> = {
  get(): state
  /** Replaces the state. The same value again does not notify. */
  set(next: state | ((state: state) => state)): void
  /** Batches changes: listeners are notified once, at the end. */
  batch(run: () => void): void
  /** @returns A stop function. */
  subscribe(listener: (state: state, previous: state) => void): () => void
}

export function createStore<state>(initial: state): Store<state> {
  let current = initial
  let batches = 0
  const listeners = new Set<(state: state, previous: state) => void>()
  const batch = (run: () => void) => {
    const previous = current
    batches++
    try {
      run()
    } finally {
      batches--
      if (!batches && !Object.is(current, previous)) notify(previous)
    }
  }
  const notify = (previous: state) => {
    for (const listener of [...listeners]) {
      // Removed by an earlier listener.
      if (!listeners.has(listener)) continue
      try {
        listener(current, previous)
      } catch (error) {
        // A listener's exception stops neither the others nor the change; it is reported as uncaught.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
  return {
    get: () => current,
    batch,
    set: (next) =>
      batch(() => {
        current = typeof next === 'function' ? (next as (state: state) => state)(current) : next
      }),
    subscribe(given) {
      // A listener added twice is called twice, and removed one by one.
      const listener: typeof given = (state, previous) => given(state, previous)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
