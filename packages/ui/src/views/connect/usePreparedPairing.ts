import { useEffect } from 'react'
import { useModalState, useUi } from '../../context.ts'

/** Time that a URI is kept for the next view, ms. */
const handOverMs = 5_000

/**
 * Keeps a pairing URI ready while the view is shown, since a wallet link only opens synchronously in the tap. Closing
 * the modal ends it; the next view takes it over.
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
      // Offline before the code loaded: the connecting view creates one.
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
