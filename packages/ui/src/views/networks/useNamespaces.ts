import type { Namespace } from '@foyer/protocol'
import { useMemo } from 'react'
import { useFoyerState } from '../../context.ts'

/** Lists the site's namespaces, in the order of its networks. */
export function useNamespaces(): readonly Namespace[] {
  const networks = useFoyerState((state) => state.networks)
  return useMemo(
    () => [...new Set(networks.map(({ chainNamespace }) => chainNamespace))],
    [networks],
  )
}
