/** Typed events for one-time occurrences; state lives in the store. */
export type Emitter<events> = {
  /** @returns A stop function. */
  on<name extends keyof events>(name: name, listener: (event: events[name]) => void): () => void
  emit<name extends keyof events>(name: name, event: events[name]): void
}

/** @param onError - Receives exceptions of listeners: one never stops the others. */
export function createEmitter<events>(onError: (error: unknown) => void): Emitter<events> {
  const listeners = new Map<keyof events, Set<(event: never) => void>>()
  return {
    on(name, given) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      // A listener added twice is called twice, and removed one by one.
      const listener: typeof given = (event) => given(event)
      set.add(listener)
      return () => {
        set.delete(listener)
      }
    },
    emit(name, event) {
      const set = listeners.get(name)
      for (const listener of [...(set ?? [])]) {
        // Removed by an earlier listener of this event.
        if (!set?.has(listener)) continue
        try {
          listener(event as never)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
