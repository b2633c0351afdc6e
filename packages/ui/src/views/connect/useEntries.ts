import {
  type FoyerState,
  listAllEntries,
  listConnectEntries,
  listSearchEntries,
  type WalletEntry,
} from '@foyer/core'
import { useMemo } from 'react'
import { useFoyer, useModal, useUi } from '../../context.ts'
import { isPhone } from './isPhone.ts'

const connectors = (state: FoyerState) => state.connectors
const directory = (state: FoyerState) => state.directory
const recents = (state: FoyerState) => state.recentWallets

/** A list of the wallets of use here; follows what is installed, used and loaded. @source ledger 5.20, 5.21 */
export function useEntries(
  list: 'connect' | 'all' | { readonly search: string },
): readonly WalletEntry[] {
  const { foyer } = useUi()
  const sources = [useFoyer(connectors), useFoyer(directory), useFoyer(recents)]
  const search = typeof list === 'object' ? list.search : undefined
  const kind = typeof list === 'object' ? 'search' : list
  const namespace = useModal((state) => state.namespace)
  return useMemo(() => {
    const wanted = { mobile: isPhone(), namespace }
    if (kind === 'connect') return listConnectEntries(foyer, wanted)
    return kind === 'all'
      ? listAllEntries(foyer, wanted)
      : listSearchEntries(foyer, search ?? '', wanted)
  }, [foyer, kind, search, namespace, ...sources])
}
