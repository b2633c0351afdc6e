import type { WalletEntry } from '@foyer/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModalState, useUi } from '../../context.ts'
import { savesData, whenIdle } from '../../prefetch.ts'
import type { loadChooser } from './chooseWallet.ts'
import { isPhone } from './isPhone.ts'
import { useLegal } from './useLegal.ts'
import { usePreparedPairing } from './usePreparedPairing.ts'

/**
 * Goes on with the wallet that was chosen.
 *
 * What that needs is fetched once the list is shown and the page is quiet, or when the pointer reaches a row: a wallet
 * that opens a window, or an app, must be asked in the press itself.
 */
export function useChooseWallet(): {
  choose: (entry: WalletEntry) => void
  /** The pointer or the focus reached it. */
  prepare: (entry: WalletEntry) => void
} {
  const ui = useUi()
  const { foyer, modal, router, views } = ui
  const { accepted, allow } = useLegal()
  const shown = useModalState(({ open }) => open) || modal.options.embedded === true
  const chooser = useRef<Awaited<ReturnType<typeof loadChooser>>>(undefined)
  const phone = isPhone()
  const [wanted, setWanted] = useState(phone)
  usePreparedPairing({ wanted: wanted && accepted })
  const load = useCallback(async () => {
    chooser.current = await (await import('./chooseWallet.ts')).loadChooser(foyer)
    return chooser.current
  }, [foyer])
  const prepareAll = useCallback(() => {
    // What fails here is asked for again, and answered for, when a wallet is chosen.
    load().catch(() => {})
    if (phone) {
      void views.load('ConnectingWalletConnect')
      import('./pairWallet.ts').catch(() => {})
    } else {
      void views.load('ConnectingExternal')
    }
  }, [load, phone, views])
  useEffect(() => {
    if (!shown) return
    // A tap on a phone opens an app, and can not wait for code.
    if (phone) return prepareAll()
    if (modal.options.prefetch === 'none' || savesData()) return
    return whenIdle(prepareAll)
  }, [modal, phone, prepareAll, shown])
  return {
    choose(entry) {
      if (!allow()) return
      if (chooser.current) return chooser.current(ui, entry)
      load().then(
        (choose) => choose(ui, entry),
        () => {
          foyer.log('info', 'the code that chooses could not be loaded')
          // The view says that it could not be loaded, and tries again.
          if (entry.connector) router.push('ConnectingExternal', { entry })
          else if (entry.wallet) router.push('GetWallet', { wallet: entry.wallet })
        },
      )
    },
    prepare(entry) {
      prepareAll()
      const pairs = entry.connector?.type === 'WALLET_CONNECT'
      if (entry.connector && !pairs) return
      void views.load(pairs ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect')
      // What draws the code and what connects come in turn otherwise; each asks again for what fails here.
      import('./drawCode.ts').catch(() => {})
      import('./pairWallet.ts').catch(() => {})
      setWanted(true)
    },
  }
}
