import type { Provider } from '@foyer/core'

type Listen = (event: string, listener: (payload: unknown) => void) => unknown

/** A wallet as the page sees it; some have no events, or no way to stop them. @source https://eips.ethereum.org/EIPS/eip-1193 */
export type EvmProvider = Provider & {
  on?: Listen
  removeListener?: Listen
}

/** Whether something that a stranger handed over can be asked. */
export function isEvmProvider(value: unknown): value is EvmProvider {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    typeof (value as Partial<Provider>).request === 'function'
  )
}

/**
 * Listens to one event of a wallet that may have none.
 *
 * @returns A stop function; it works even where the wallet can not take a listener away.
 */
export function listen(
  provider: EvmProvider,
  event: string,
  listener: (payload: unknown) => void,
): () => void {
  let listening = true
  const heard = (payload: unknown) => {
    if (listening) listener(payload)
  }
  // A wallet whose events are broken is still a wallet: it only tells nothing by itself.
  attempt(() => provider.on?.(event, heard))
  return () => {
    listening = false
    attempt(() => provider.removeListener?.(event, heard))
  }
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // See above.
  }
}
