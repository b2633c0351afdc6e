import { useEffect } from 'react'
import { useModalState, useUi } from '../../context.ts'

/** How long a URI is kept for the view that comes next, ms. */
const handOverMs = 5_000

/**
 * Keeps a pairing URI at hand while the view is shown, since a link into a wallet opens in the tap itself or never.
 * Closing the modal ends it at once; the next view takes it over.
 */
export function usePreparedPairing({ wanted }: { wanted: boolean }): void {
  const { foyer, modal } = useUi()
  const shown = useModalState(({ open }) => open) || modal.options.embedded === true
  useEffect(() => {
    if (!shown || !wanted || modal.options.manualWCControl) return
    let ended = false
    let stop: (() => void) | undefined
    import('./pairAhead.ts').then(
      ({ pairAhead }) => {
        if (!ended) stop = pairAhead(foyer)
      },
      // Offline before the code came: the view that connects makes one.
      () => {},
    )
    return () => {
      ended = true
      if (!stop) return
      if (modal.store.get().open || modal.options.embedded) setTimeout(stop, handOverMs)
      else stop()
    }
  }, [foyer, modal, shown, wanted])
}
