import type { Foyer, FoyerState, listConnectEntries, WalletEntry } from '@foyer/core'
import { useMemo } from 'react'
import { useFoyerState, useModalState, useUi } from '../../context.ts'
import { isPhone } from './isPhone.ts'

const connectors = (state: FoyerState) => state.connectors
const directory = (state: FoyerState) => state.directory
const recents = (state: FoyerState) => state.recentWallets

/**
 * A list of the wallets of use here; follows what is installed, used and loaded.
 *
 * @param list - Makes it; another function is another list.
 * @source ledger 5.20, 5.21
 */
export function useEntries(
  list: (foyer: Foyer, wanted: Parameters<typeof listConnectEntries>[1]) => WalletEntry[],
): readonly WalletEntry[] {
  const { foyer } = useUi()
  const sources = [useFoyerState(connectors), useFoyerState(directory), useFoyerState(recents)]
  const namespace = useModalState((state) => state.namespace)
  return useMemo(
    () => list(foyer, { mobile: isPhone(), namespace }),
    [foyer, list, namespace, ...sources],
  )
}
