import { type Account, readAccount } from '@foyer/core'
import { useSyncExternalStore } from 'react'
import { useUi } from '../../context.ts'

/** The account of the namespace that the visitor looks at. */
export function useActiveAccount(): Account {
  const { foyer } = useUi()
  return useSyncExternalStore(foyer.store.subscribe, () => readAccount(foyer))
}
