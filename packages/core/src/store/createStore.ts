/** The one way Foyer holds state: a value, a way to replace it, a way to hear of it. Fits `useSyncExternalStore`. */
export type Store<state> = {
  get(): state
  /** Replaces the state. The same value again is no change, and nobody hears of it. */
  set(next: state | ((state: state) => state)): void
  /** Runs several changes as one: listeners hear of them once, at its end. */
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
      if (!batches && !Object.is(current, previous)) tell(previous)
    }
  }
  const tell = (previous: state) => {
    for (const listener of [...listeners]) {
      // Stopped by one that came before it.
      if (!listeners.has(listener)) continue
      try {
        listener(current, previous)
      } catch (error) {
        // One bad listener stops neither the others nor what was being done; it is seen as what it is.
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
      // Subscribed twice is heard twice, and stopped one by one.
      const listener: typeof given = (state, previous) => given(state, previous)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
