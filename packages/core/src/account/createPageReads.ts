/** A read of pages: the first one, the one after the last, or the known ones again. */
export type PageRead = 'first' | 'next' | 'newest'

type Running = {
  readonly controller: AbortController
  readonly done: Promise<void>
  readonly isQuiet: boolean
}

/** Runs the reads of a list in pages, one at a time. */
export type PageReads = {
  readonly running: () => Running | undefined
  /** Starts a read, and aborts the running one. */
  begin(kind: PageRead, isQuiet?: boolean): Promise<void>
  /** Reads what is known again; joins a running read that does so. */
  refresh(isQuiet?: boolean): Promise<void>
  /** Aborts the running read. */
  stop(): void
}

/**
 * @param parameters.hasPages - The first page was read.
 * @param parameters.read - Must not reject. `isQuiet`: no user requested it, so a failure changes nothing.
 * @param parameters.readLoading - Returns the read that users see.
 */
export function createPageReads({
  hasPages,
  read,
  readLoading,
}: {
  hasPages: () => boolean
  read: (kind: PageRead, options: { isQuiet: boolean; signal: AbortSignal }) => Promise<void>
  readLoading: () => PageRead | undefined
}): PageReads {
  let running: Running | undefined
  const begin: PageReads['begin'] = (kind, isQuiet = false) => {
    running?.controller.abort()
    const controller = new AbortController()
    const done = read(kind, { isQuiet, signal: controller.signal }).finally(() => {
      if (running === own) running = undefined
    })
    const own = { controller, done, isQuiet }
    running = own
    return done
  }
  return {
    running: () => running,
    begin,
    async refresh(isQuiet = false) {
      const isJoined = isQuiet || (readLoading() !== 'next' && !running?.isQuiet)
      if (running && isJoined) return running.done
      return begin(hasPages() ? 'newest' : 'first', isQuiet)
    },
    stop() {
      running?.controller.abort()
      running = undefined
    },
  }
}
