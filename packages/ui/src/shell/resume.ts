import type { Modal } from '../modal.ts'
import { connectingScreen } from './connectingScreen.ts'
import { begin } from './openingScreen.ts'
import { surfaceOf } from './surface.ts'

/** Shows the opening view. While a wallet is connecting, shows that wallet above the ways to connect. */
export function resume(modal: Modal): void {
  const { foyer, router } = modal
  // Requested before the card was rendered.
  if (['ApproveTransaction', 'ConnectingSiwe', 'PreviewRequest'].includes(router.read().view))
    return
  begin(modal)
  if (router.read().view === 'Account' || surfaceOf(foyer) !== modal) return
  const screen = connectingScreen(foyer)
  if (screen) router.push(screen.view, screen.data as never)
}
