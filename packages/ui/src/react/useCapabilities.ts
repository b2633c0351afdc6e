import { readCapabilities } from '@foyer/core'
import type { Capability, Namespace } from '@foyer/protocol'
import { useKit } from './FoyerContext.ts'

/**
 * What can be asked of the connected account: show a button only for what is true. All false where nobody is connected.
 *
 * @param parameters.namespace - @default the active one
 * @example const { signMessage } = useCapabilities()
 */
export function useCapabilities({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Readonly<Record<Capability, boolean>> {
  return useKit((kit) => readCapabilities(kit, namespace))
}
