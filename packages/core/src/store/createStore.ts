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
      for (const listener of [...listeners]) listener(current, previous)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
