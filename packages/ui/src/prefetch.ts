/**
 * When to load the code of the first click: `idle`, once the page is idle; `intent`, when the pointer or the focus
 * reaches a button; `none`, on the click. Save-Data disables prefetching.
 */
export type Prefetch = 'idle' | 'intent' | 'none'

/** Longest wait for idle time, ms, so that a busy page prefetches too. */
const idleTimeoutMs = 4_000
/** Delay after the load event in Safari, which has no idle callback, ms. */
const noIdleDelayMs = 300

/** True if the browser sends Save-Data. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Runs `work` once when the page has loaded and is idle. @returns A stop function. */
export function whenIdle(work: () => void): () => void {
  let stop = () => {}
  const schedule = () => {
    if ('requestIdleCallback' in window) {
      const id = requestIdleCallback(work, { timeout: idleTimeoutMs })
      stop = () => cancelIdleCallback(id)
    } else {
      const id = setTimeout(work, noIdleDelayMs)
      stop = () => clearTimeout(id)
    }
  }
  if (document.readyState === 'complete') schedule()
  else {
    window.addEventListener('load', schedule, { once: true })
    stop = () => window.removeEventListener('load', schedule)
  }
  return () => stop()
}
