import {
  type FoyerState,
  listAllEntries,
  listConnectEntries,
  listSearchEntries,
  type WalletEntry,
} from '@foyer/core'
import { useMemo } from 'react'
import { useFoyer, useUi } from '../../context.ts'

const connectors = (state: FoyerState) => state.connectors
const directory = (state: FoyerState) => state.directory
const recents = (state: FoyerState) => state.recentWallets

/** A list of wallets that follows what is installed, used and loaded. */
export function useEntries(
  list: 'connect' | 'all' | { readonly search: string },
): readonly WalletEntry[] {
  const { foyer } = useUi()
  const sources = [useFoyer(connectors), useFoyer(directory), useFoyer(recents)]
  const search = typeof list === 'object' ? list.search : undefined
  const kind = typeof list === 'object' ? 'search' : list
  return useMemo(() => {
    if (kind === 'connect') return listConnectEntries(foyer)
    return kind === 'all' ? listAllEntries(foyer) : listSearchEntries(foyer, search ?? '')
  }, [foyer, kind, search, ...sources])
}
