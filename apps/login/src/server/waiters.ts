/** Callers in this process that wait for an event of a transaction. */
export type Waiters = {
  /** Settles when it is woken, when the time is over, or when `signal` aborts. */
  wait(key: string, options: { timeoutMs: number; signal: AbortSignal }): Promise<void>
  wake(key: string): void
  /** Waiters everybody: the server stops. */
  end(): void
  readonly isEnded: boolean
}

/** Waiters of one process; actions of other processes are found by polling. */
export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>()
  let isEnded = false
  const wake = (key: string) => {
    for (const end of [...(waiting.get(key) ?? [])]) end()
  }
  return {
    wait: (key, { signal, timeoutMs }) =>
      new Promise((resolve) => {
        if (signal.aborted || isEnded) return resolve()
        const all = waiting.get(key) ?? new Set()
        waiting.set(key, all)
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          all.delete(end)
          if (all.size === 0) waiting.delete(key)
          resolve()
        }
        const timer = setTimeout(end, timeoutMs)
        signal.addEventListener('abort', end)
        all.add(end)
      }),
    wake,
    end() {
      isEnded = true
      for (const key of [...waiting.keys()]) wake(key)
    },
    get isEnded() {
      return isEnded
    },
  }
}
