/**
 * When to fetch what the first click needs: `idle`, as soon as the page has nothing better to do; `intent`, when the
 * pointer or the focus reaches a button; `none`, with the click. A visitor who saves data never pays ahead.
 */
export type Prefetch = 'idle' | 'intent' | 'none'

/** Longest wait for a quiet moment, ms: a page that is never idle gets the modal too. */
const idleTimeoutMs = 4_000
/** Safari has no idle callback: after the load event, and then this long, ms. */
const noIdleDelayMs = 300

/** Whether the visitor asks sites to save data. */
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
