import type { Modal } from '../../modal.ts'
import { begin } from '../../shell/openingScreen.ts'
import { isShownElsewhere } from '../../shell/surface.ts'

/** Modals that show a sign-in at the moment. */
const showing = new WeakSet<Modal>()

/** Shows the sign-in until it has ended. Closing or leaving the view leaves it; a request above it does not. */
export async function showSignIn(modal: Modal): Promise<void> {
  if (showing.has(modal)) return
  showing.add(modal)
  const { foyer, options, router, store } = modal
  const isOpen = () => options.embedded || store.get().open
  const isShown = () =>
    isOpen() && router.store.get().stack.some(({ view }) => view === 'ConnectingSiwe')
  // A wallet's screen that waits for this connection is replaced by it.
  if (isOpen()) router.reset('ConnectingSiwe')
  const opening = isOpen() ? undefined : modal.open('ConnectingSiwe')
  const stop = () => {
    for (const end of stops) end()
    showing.delete(modal)
  }
  const look = () => {
    const pending = foyer.store.get().signIn
    if (pending && isShown()) return
    const isElsewhere = isShownElsewhere(modal, 'ConnectingSiwe')
    stop()
    if (pending && !isElsewhere) return pending.cancel()
    if (pending || !isShown()) return
    if (options.embedded) begin(modal)
    else modal.close({ force: true })
  }
  const stops = [foyer.store.subscribe(look), router.store.subscribe(look), store.subscribe(look)]
  await opening
}
