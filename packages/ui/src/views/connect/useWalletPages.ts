import { type FoyerState, loadWalletPage, walletPageSize } from '@foyer/core'
import { useCallback, useEffect } from 'react'
import { useFoyer, useUi } from '../../context.ts'
import { useAction } from '../../useAction.ts'

export type WalletPages = {
  readonly status: 'idle' | 'pending' | 'failed'
  /** There is another page. */
  readonly more: boolean
  readonly loadNext: () => void
}

const pageOf = (state: FoyerState) => state.directory.page
const countOf = (state: FoyerState) => state.directory.count

/** The pages of the directory, one after the other; the first at once. @source ledger 2.5, 9.14 */
export function useWalletPages(): WalletPages {
  const { foyer } = useUi()
  const page = useFoyer(pageOf)
  const count = useFoyer(countOf)
  const hasApi = foyer.options.apiUrl !== undefined
  const { run, status } = useAction((next: number) => loadWalletPage(foyer, { page: next }))
  const loadNext = useCallback(() => {
    if (hasApi) void run(foyer.store.get().directory.page + 1)
  }, [foyer, hasApi, run])
  useEffect(() => {
    if (page === 0) loadNext()
  }, [page, loadNext])
  return {
    status: status === 'error' ? 'failed' : status === 'pending' ? 'pending' : 'idle',
    more: hasApi && (page === 0 || page * walletPageSize < count),
    loadNext,
  }
}
