import { type FoyerState, loadWalletPage } from '@foyer/core'
import { walletPageSize } from '@foyer/core/internal'
import { useCallback, useEffect } from 'react'
import { useFoyerState, useUi } from '../../context.ts'
import { type CallState, useMutation } from '../../useMutation.ts'

export type WalletPages = {
  readonly status: CallState<void, number>['status']
  /** There is another page. */
  readonly more: boolean
  readonly loadNext: () => void
}

const pageOf = (state: FoyerState) => state.directory.page
const countOf = (state: FoyerState) => state.directory.count

/** Pages of the directory, in order; the first at once. @source spec 2.5, 9.14 */
export function useWalletPages(): WalletPages {
  const { foyer } = useUi()
  const page = useFoyerState(pageOf)
  const count = useFoyerState(countOf)
  const hasApi = foyer.options.apiUrl !== undefined
  const { mutate, status } = useMutation((next: number) => loadWalletPage(foyer, { page: next }))
  const loadNext = useCallback(() => {
    if (hasApi) mutate(foyer.store.get().directory.page + 1)
  }, [foyer, hasApi, mutate])
  useEffect(() => {
    if (page === 0) loadNext()
  }, [page, loadNext])
  return {
    status,
    more: hasApi && (page === 0 || page * walletPageSize < count),
    loadNext,
  }
}
