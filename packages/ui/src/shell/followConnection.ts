import { watch } from '@foyer/core'
import { isConnected } from '../isConnected.ts'
import type { Modal } from '../modal.ts'
import { begin } from './openingScreen.ts'

/**
 * Synchronizes the modal with the connection: closes when the account disconnects, and shows a restored account instead
 * of the ways to connect.
 *
 * @returns A stop function.
 */
export function followConnection(modal: Modal): () => void {
  const { foyer, options, router, store } = modal
  return watch(
    foyer.store,
    () => isConnected(foyer),
    (connected) => {
      const { activeNamespace, connections } = foyer.store.get()
      if (!options.embedded && !store.get().open) return
      // Another wallet is connecting in its place.
      if (connections[activeNamespace]?.status === 'connecting') return
      const { view } = router.read()
      // A connecting view continues on its own, and a payment request says what is missing.
      if (view === 'Pay' || (connected && view.startsWith('Connecting'))) return
      // If another wallet is connected, the page itself activated a disconnected namespace.
      const others = Object.values(connections).some(({ status }) => status === 'connected')
      if (others) begin(modal)
      else modal.close({ force: true })
    },
  )
}
