import type { WalletEntry } from '@foyer/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModalState, useUi } from '../../context.ts'
import { savesData, whenIdle } from '../../prefetch.ts'
import type { loadChooser } from './chooseWallet.ts'
import { isPhone } from './isPhone.ts'
import { useLegal } from './useLegal.ts'
import { usePreparedPairing } from './usePreparedPairing.ts'

/**
 * Continues with the chosen wallet.
 *
 * Preloads its code once the list is shown and the page is idle, or on hover: a wallet that opens a window or an app
 * must be asked synchronously.
 */
export function useChooseWallet(): {
  choose: (entry: WalletEntry) => void
  /** Called on hover or focus. */
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
    // Failures are retried and reported when a wallet is chosen.
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
    // A tap on a phone opens an app, and cannot wait for code.
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
          // The view reports the failed load, and retries.
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
      // Loads the code drawing and connecting in parallel; each retries its own failures.
      import('./drawCode.ts').catch(() => {})
      import('./pairWallet.ts').catch(() => {})
      setWanted(true)
    },
  }
}
