import type { Modal } from '../modal.ts'
import { begin } from './openingScreen.ts'
import { surfaceOf } from './surface.ts'
import { waitingScreen } from './waitingScreen.ts'

/** Shows the opening view: the wallet that is connecting, if any, with the ways to connect behind it. */
export function resume(modal: Modal): void {
  const { foyer, router } = modal
  // Requested before the card was rendered.
  if (router.read().view === 'ApproveTransaction') return
  begin(modal)
  if (router.read().view === 'Account' || surfaceOf(foyer) !== modal) return
  const screen = waitingScreen(foyer)
  if (screen) router.push(screen.view, screen.data as never)
}
