import type { Browser } from './browser.ts'

/** Time for the leading tab to answer, ms; a sleeping tab does not. */
const answerMs = 1_500

/** Tabs of a site, one of which leads: it owns the socket. */
export type Tabs = {
  readonly isLeading: () => boolean
  /** Sends to the other tabs. */
  post(message: unknown): void
  /** Replaces a leader that does not answer. */
  check(): void
  /** True if a tab still runs; `undefined` when unknown. */
  isAlive(tab: string): Promise<boolean | undefined>
  stop(): void
}

/**
 * Joins the tabs that share `name` and elects the one that leads. Without locks or channels every tab leads.
 *
 * @param parameters.lead - Called when this tab begins to lead. @returns A stop function.
 */
export function createTabs({
  browser: { locks, openChannel },
  isShared,
  lead,
  name,
  onMessage,
  tab,
}: {
  browser: Pick<Browser, 'locks' | 'openChannel'>
  isShared: boolean
  lead: () => () => void
  name: string
  onMessage: (message: unknown) => void
  tab: string
}): Tabs {
  let end: (() => void) | undefined
  let stopped = false
  const stopping = new AbortController()
  const begin = () => {
    if (!stopped) end ??= lead()
  }
  const step = () => {
    end?.()
    end = undefined
  }
  if (!isShared || !locks || !openChannel) {
    queueMicrotask(begin)
    return {
      isLeading: () => true,
      post() {},
      check() {},
      isAlive: async () => undefined,
      stop() {
        stopped = true
        step()
      },
    }
  }

  const channel = openChannel(name)
  let waiting: ReturnType<typeof setTimeout> | undefined
  channel.onmessage = ({ data }: MessageEvent) => {
    if (data === 'lead?') {
      if (end) channel.postMessage('lead!')
    } else if (data === 'lead!') clearTimeout(waiting)
    else onMessage(data)
  }
  const hold = () =>
    new Promise<void>((resolve) => {
      // The lock was granted while stopping, too late for the signal.
      if (stopped) return resolve()
      stopping.signal.addEventListener('abort', () => resolve())
    })
  const queue = (options: LockOptions) => {
    if (stopped) return
    locks
      .request(`${name}lead`, options, () => {
        begin()
        return hold()
      })
      .catch(() => {
        // Another tab took over while this one slept, or this one stops.
        step()
        queue({ signal: stopping.signal })
      })
  }
  void locks.request(`${name}tab.${tab}`, { signal: stopping.signal }, hold).catch(() => {})
  queue({ signal: stopping.signal })

  return {
    isLeading: () => end !== undefined,
    post(message) {
      if (!stopped) channel.postMessage(message)
    },
    check() {
      if (end || stopped) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        if (!end) queue({ steal: true })
      }, answerMs)
      channel.postMessage('lead?')
    },
    async isAlive(other) {
      const { held } = await locks.query().catch(() => ({ held: undefined }))
      if (!held) return undefined
      return held.some((lock) => lock.name === `${name}tab.${other}`)
    },
    stop() {
      stopped = true
      clearTimeout(waiting)
      stopping.abort()
      step()
      channel.onmessage = null
      channel.close()
    },
  }
}
