/** The one way Foyer holds state: a value, a way to replace it, a way to hear of it. Fits `useSyncExternalStore`. */
export type Store<state> = {
  get(): state
  /** Replaces the state. The same value again is no change, and nobody hears of it. */
  set(next: state | ((state: state) => state)): void
  /** @returns A stop function. */
  subscribe(listener: (state: state, previous: state) => void): () => void
}

export function createStore<state>(initial: state): Store<state> {
  let current = initial
  const listeners = new Set<(state: state, previous: state) => void>()
  return {
    get: () => current,
    set(next) {
      const previous = current
      current = typeof next === 'function' ? (next as (state: state) => state)(previous) : next
      if (Object.is(current, previous)) return
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
    },
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
