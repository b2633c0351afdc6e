import { readCapabilities } from '@foyer/core'
import type { Capability, Namespace } from '@foyer/protocol'
import { useKit } from './FoyerContext.ts'

/**
 * Returns the requests that the connected account supports: show a button only for a true one. All false while
 * disconnected.
 *
 * @param parameters.namespace - @default the active one
 * @example
 * ```tsx
 * const { signMessage } = useCapabilities()
 * return signMessage ? <SignButton /> : null
 * ```
 */
export function useCapabilities({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Readonly<Record<Capability, boolean>> {
  return useKit((kit) => readCapabilities(kit, namespace))
}
