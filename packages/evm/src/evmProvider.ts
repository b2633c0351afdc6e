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
