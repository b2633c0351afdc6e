const lockName = 'foyer-phone-wallet'
/** How long the tab before may take to let go, ms; one that sleeps is passed over. */
const yieldMs = 1_500

/**
 * Waits until this tab alone is the wallet: two of them would share a client id at the relay, and each would miss what
 * the other was given. The newest wins.
 *
 * @param letGo - called when a newer tab takes over; what it gives settles when this one is silent
 */
export async function beTheOnlyTab(letGo: () => Promise<void>): Promise<void> {
  const channel = new BroadcastChannel(lockName)
  const hasToGo = new Promise<void>((resolve) => {
    channel.addEventListener('message', () => resolve(), { once: true })
  })
  const hold = (options: LockOptions, taken: () => void) =>
    navigator.locks.request(lockName, options, async () => {
      taken()
      await hasToGo
      await letGo()
    })
  // Heard by the other tabs, not by this one.
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
    /** A newer tab did not want to wait: this one is silenced late. */
    function stolen(error: unknown) {
      if (error instanceof DOMException && error.name === 'AbortError') void letGo()
      else reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
