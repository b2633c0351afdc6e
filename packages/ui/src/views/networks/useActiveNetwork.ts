import { type Network, readNetwork } from '@foyer/core'
import { useSyncExternalStore } from 'react'
import { useUi } from '../../context.ts'

/** The network that the visitor is on; undefined when the site does not offer it. */
export function useActiveNetwork(): Network | undefined {
  const { foyer } = useUi()
  return useSyncExternalStore(foyer.store.subscribe, () => readNetwork(foyer))
}
