type Listener = (value: unknown) => void

/** The event methods of a provider. */
export type Emitter = {
  on: (event: string, listener: Listener) => void
  once: (event: string, listener: Listener) => void
  off: (event: string, listener: Listener) => void
  emit: (event: string, value: unknown) => void
}

/**
 * Creates an emitter in which a throwing listener does not affect the others.
 *
 * @source EIP-1193 "Events"
 */
export function createEmitter(): Emitter {
  const entries: { event: string; listener: Listener; once: boolean }[] = []
  const off = (event: string, listener: Listener) => {
    const index = entries.findIndex((e) => e.event === event && e.listener === listener)
    if (index >= 0) entries.splice(index, 1)
  }
  return {
    on: (event, listener) => void entries.push({ event, listener, once: false }),
    once: (event, listener) => void entries.push({ event, listener, once: true }),
    off,
    emit(event, value) {
      for (const entry of entries.filter((each) => each.event === event)) {
        if (entry.once) off(event, entry.listener)
        try {
          entry.listener(value)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
