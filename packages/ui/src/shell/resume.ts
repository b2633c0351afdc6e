import type { Modal } from '../modal.ts'
import { begin } from './openingScreen.ts'
import { surfaceOf } from './surface.ts'
import { waitingScreen } from './waitingScreen.ts'

/** Goes to where the modal opens: to the wallet that is being asked, if one is, with the ways to connect behind it. */
export function resume(modal: Modal): void {
  const { foyer, router } = modal
  // Asked before the card was drawn.
  if (router.read().view === 'ApproveTransaction') return
  begin(modal)
  if (router.read().view === 'Account' || surfaceOf(foyer) !== modal) return
  const screen = waitingScreen(foyer)
  if (screen) router.push(screen.view, screen.data as never)
}
