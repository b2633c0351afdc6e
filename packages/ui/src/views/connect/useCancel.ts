import { useUi } from '../../context.ts'
import { begin } from '../../shell/openingScreen.ts'

/** Cancels all pending attempts for good, and returns to the choice of a wallet. */
export function useCancel(): () => void {
  const { foyer, modal, router } = useUi()
  return () => {
    // In the chunk that is loaded already.
    import('./askWallet.ts').then(
      ({ cancelAll }) => cancelAll(foyer),
      (error) => foyer.log('error', 'what was asked could not be cancelled', error),
    )
    if (router.canGoBack()) router.back()
    else begin(modal)
  }
}
