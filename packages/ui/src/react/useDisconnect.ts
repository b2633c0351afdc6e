import { disconnect } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback } from 'react'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * Disconnects one namespace, or all of them.
 *
 * @param parameters.namespace - What `disconnect()` without one means. @default all
 * @throws FoyerError `disconnect-failed`
 */
export function useDisconnect({ namespace }: { namespace?: Namespace | undefined } = {}): {
  readonly disconnect: (parameters?: { namespace?: Namespace | undefined }) => Promise<void>
} {
  const { foyer } = useFoyerContext()
  return {
    disconnect: useCallback(
      (parameters) => disconnect(foyer, { namespace, ...parameters }),
      [foyer, namespace],
    ),
  }
}
