const lockName = 'foyer-phone-wallet'
/** Timeout for the previous tab's answer, ms; a sleeping tab gives none. */
const yieldMs = 1_500

/**
 * Waits until this tab is the only wallet: two tabs would share a client id at the relay, and each would miss the messages
 * that the other received. The newest tab wins.
 *
 * @param onTakeover - called when a newer tab takes over; its promise settles when this tab has disconnected
 */
export async function becomeOnlyTab(onTakeover: () => Promise<void>): Promise<void> {
  const channel = new BroadcastChannel(lockName)
  const hasToGo = new Promise<void>((resolve) => {
    channel.addEventListener('message', () => resolve(), { once: true })
  })
  const hold = (options: LockOptions, taken: () => void) =>
    navigator.locks.request(lockName, options, async () => {
      taken()
      await hasToGo
      await onTakeover()
    })
  // Received by the other tabs, not by this one.
  channel.postMessage('mine')
  await new Promise<void>((resolve, reject) => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), yieldMs)
    const taken = () => {
      clearTimeout(timer)
      resolve()
    }
    hold({ signal: waiting.signal }, taken).catch((error: unknown) => {
      if (!waiting.signal.aborted) return stolen(error)
      hold({ steal: true }, taken).catch(stolen)
    })
    /** A newer tab did not wait, so this one stops late. */
    function stolen(error: unknown) {
      if (error instanceof DOMException && error.name === 'AbortError') void onTakeover()
      else reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
