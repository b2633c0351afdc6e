import type { Provider } from '@foyer/core'

type Listen = (event: string, listener: (payload: unknown) => void) => unknown

/**
 * An untrusted wallet; some have no events, or cannot remove listeners.
 *
 * @source https://eips.ethereum.org/EIPS/eip-1193
 */
export type EvmProvider = Provider & {
  on?: Listen
  removeListener?: Listen
}

/** True if an untrusted value has a request function. */
export function isEvmProvider(value: unknown): value is EvmProvider {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    typeof (value as Partial<Provider>).request === 'function'
  )
}
