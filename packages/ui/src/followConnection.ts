import { type Foyer, watch } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Modal } from './createModal.ts'
import { isConnected } from './isConnected.ts'
import { openingScreen } from './openingScreen.ts'

async function bringIntoSight(foyer: Foyer, namespace: Namespace): Promise<void> {
  try {
    const { chooseConnection } = await import('./views/connections/chooseConnection.ts')
    await chooseConnection(foyer, { namespace })
  } catch (error) {
    foyer.log('error', 'the other wallet could not be shown', error)
  }
}

/**
 * Keeps the modal true to the connection: an account that went away is not shown any longer, where another wallet is
 * connected that one comes into sight, one that came back by itself takes the place of the ways to connect, and a
 * network that the site does not offer asks for a switch.
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
        const { activeNamespace, connections } = foyer.store.get()
        const moved = namespace !== activeNamespace
        namespace = activeNamespace
        const isOpen = embedded || store.get().open
        const { view: top } = router.read()
        if (!connected && !moved) {
          // Another wallet is asked for, in the place of this one.
          if (connections[activeNamespace]?.status === 'connecting') return
          for (const [other, { status }] of Object.entries(connections))
            if (status === 'connected') return void bringIntoSight(foyer, other as Namespace)
          if (isOpen) modal.close({ force: true })
          return
        }
        // A view that connects leads on by itself, and one that lists all wallets is true of any.
        if (!isOpen || (connected && /^Connect(ing|ions)/.test(top))) return
        const { data, view } = openingScreen(foyer, modal.options)
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
