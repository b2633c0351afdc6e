import { readSupportedRequests } from '@foyer/core'
import type { Namespace, SupportedRequest } from '@foyer/protocol'
import { useFoyerValue } from './FoyerContext.ts'

/**
 * Returns the requests that the connected account supports: show a button only for a true one. All false while
 * disconnected.
 *
 * @param parameters.namespace - @default the active one
 * @example
 * ```tsx
 * const { signMessage } = useSupportedRequests()
 * return signMessage ? <SignButton /> : null
 * ```
 */
export function useSupportedRequests({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Readonly<Record<SupportedRequest, boolean>> {
  return useFoyerValue((foyer) => readSupportedRequests(foyer, namespace))
}
