/** Globals of a page; a server has none. */
type Page = Partial<Pick<EventSource, 'addEventListener' | 'removeEventListener'>> & {
  readonly document?: EventSource & { readonly visibilityState?: string }
}
type EventSource = {
  addEventListener(name: string, listener: () => void): void
  removeEventListener(name: string, listener: () => void): void
}

/**
 * Waits `ms`, or until the page regains the focus, the network or visibility. A hidden page waits until it is visible.
 */
export function untilAwake(ms: number): Promise<void> {
  const page = globalThis as Page
  const { document } = page
  const isHidden = () => document?.visibilityState === 'hidden'
  return new Promise((resolve) => {
    const end = () => {
      if (isHidden()) return
      clearTimeout(timer)
      for (const name of ['focus', 'online']) page.removeEventListener?.(name, end)
      document?.removeEventListener('visibilitychange', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    for (const name of ['focus', 'online']) page.addEventListener?.(name, end)
    document?.addEventListener('visibilitychange', end)
  })
}
