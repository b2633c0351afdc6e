import type { Browser } from './browser.ts'

/** How long the leading tab may take to say that it is there, ms; one that sleeps says nothing. */
const answerMs = 1_500

/** The tabs of a site, of which one leads: it holds the socket. */
export type Tabs = {
  readonly isLeading: () => boolean
  /** Tells the others. */
  post(message: unknown): void
  /** Takes over from a leader that does not answer. */
  check(): void
  /** Whether a tab still lives; `undefined` when it can not be known. */
  isAlive(tab: string): Promise<boolean | undefined>
  stop(): void
}

/**
 * Joins the tabs that share `name`. Without locks or channels every tab leads.
 *
 * @param parameters.lead - Called when this tab begins to lead. @returns What ends it.
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
      // Granted in the moment of stopping: the signal says nothing more.
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
