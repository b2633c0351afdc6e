/** Typed events, for what happens once; what is so lives in the store. */
export type Emitter<events> = {
  /** @returns A stop function. */
  on<name extends keyof events>(name: name, listener: (event: events[name]) => void): () => void
  emit<name extends keyof events>(name: name, event: events[name]): void
}

/** @param onError - Hears what a listener throws: one bad listener never stops the others. */
export function createEmitter<events>(onError: (error: unknown) => void): Emitter<events> {
  const listeners = new Map<keyof events, Set<(event: never) => void>>()
  return {
    on(name, given) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      // Listening twice is heard twice, and stopped one by one.
      const listener: typeof given = (event) => given(event)
      set.add(listener)
      return () => {
        set.delete(listener)
      }
    },
    emit(name, event) {
      const set = listeners.get(name)
      for (const listener of [...(set ?? [])]) {
        // Stopped by one that came before it.
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
