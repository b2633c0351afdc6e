import { useCallback, useEffect } from 'react'
import { useModal, useUi } from '../../context.ts'
import { savesData, whenIdle } from '../../prefetch.ts'

/**
 * Fetches what the choice of a wallet needs, once the list is shown and the page is quiet: a wallet that opens a window
 * must be asked soon after the press.
 *
 * @returns The same at once, for when the pointer reaches a row.
 */
export function usePrepareConnect(): () => void {
  const { modal, views } = useUi()
  const shown = useModal(({ open }) => open) || modal.options.embedded === true
  const prepare = useCallback(() => {
    void views.load('ConnectingExternal')
    // Asked for again, and answered for, when a wallet is chosen.
    import('./askWallet.ts').catch(() => {})
  }, [views])
  useEffect(() => {
    if (!shown || modal.options.prefetch === 'none' || savesData()) return
    return whenIdle(prepare)
  }, [modal, prepare, shown])
  return prepare
}
