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
  const stops = [
    watch(
      foyer.store,
      () => isConnected(foyer),
      (connected) => {
        const { activeNamespace, connections } = foyer.store.get()
        if (!embedded && !store.get().open) return
        // Another wallet is asked for in the place of this one.
        if (connections[activeNamespace]?.status === 'connecting') return
        // A view that connects leads on by itself.
        if (connected && router.read().view.startsWith('Connecting')) return
        // Where another wallet is connected, the page itself turned to a chain family that has none.
        const others = Object.values(connections).some(({ status }) => status === 'connected')
        if (!others) return modal.close({ force: true })
        const { data, view } = openingScreen(modal)
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
