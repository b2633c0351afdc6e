import { watch } from '@foyer/core'
import type { Modal } from './createModal.ts'
import { isConnected } from './isConnected.ts'
import { openingScreen } from './openingScreen.ts'

/**
 * Keeps the modal true to the connection: an account that went away is not shown any longer, one that came back by
 * itself takes the place of the ways to connect, and a network that the site does not offer asks for a switch.
 *
 * @returns A stop function.
 * @source ledger 4.24
 */
export function followConnection(modal: Modal, { embedded }: { embedded: boolean }): () => void {
  const { foyer, router, store } = modal
  let namespace = foyer.store.get().activeNamespace
  const stops = [
    watch(
      foyer.store,
      () => isConnected(foyer),
      (connected) => {
        const moved = namespace !== foyer.store.get().activeNamespace
        namespace = foyer.store.get().activeNamespace
        if (!embedded && !store.get().open) return
        // A view that connects leads on by itself.
        if (connected && router.read().view.startsWith('Connecting')) return
        if (!connected && !moved) return modal.close({ force: true })
        const { data, view } = openingScreen(foyer)
        router.reset(view, data as never)
      },
    ),
    foyer.events.on('network:unsupported', () => {
      modal.open('UnsupportedChain').catch(() => {
        // Logged by open; the page goes on without the question.
      })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
