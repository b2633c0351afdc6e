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
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => {
        set.delete(listener)
      }
    },
    emit(name, event) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(event as never)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
