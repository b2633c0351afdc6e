import { disconnect } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback } from 'react'
import { useFoyerContext } from './FoyerContext.ts'

/** Disconnects one namespace, or all of them. @throws FoyerError `disconnect-failed` */
export function useDisconnect(): {
  readonly disconnect: (parameters?: { namespace?: Namespace | undefined }) => Promise<void>
} {
  const { foyer } = useFoyerContext()
  return { disconnect: useCallback((parameters) => disconnect(foyer, parameters), [foyer]) }
}
