import { watch } from '@foyer/core'
import { isConnected } from '../isConnected.ts'
import type { Modal } from '../modal.ts'
import { begin } from './openingScreen.ts'

/**
 * Keeps the modal true to the connection: an account that went away is not shown any longer, one that came back by
 * itself takes the place of the ways to connect.
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
      // Another wallet is asked for in the place of this one.
      if (connections[activeNamespace]?.status === 'connecting') return
      // A view that connects leads on by itself.
      if (connected && router.read().view.startsWith('Connecting')) return
      // Where another wallet is connected, the page itself turned to a chain family that has none.
      const others = Object.values(connections).some(({ status }) => status === 'connected')
      if (others) begin(modal)
      else modal.close({ force: true })
    },
  )
}
