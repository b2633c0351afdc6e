import type { Foyer, FoyerState, listConnectEntries, WalletEntry } from '@foyer/core'
import { useMemo } from 'react'
import { useFoyerState, useModalState, useUi } from '../../context.ts'
import { isPhone } from './isPhone.ts'

const connectors = (state: FoyerState) => state.connectors
const directory = (state: FoyerState) => state.directory
const recents = (state: FoyerState) => state.recentWallets

/**
 * Returns a list of usable wallets; follows installed, recent and loaded ones.
 *
 * @param list - Builds it; another function is another list.
 * @source spec 5.20, 5.21
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
