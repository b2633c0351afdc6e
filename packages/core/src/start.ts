import { followOtherTabs } from './connection/otherTabs.ts'
import { attachConnectors } from './connector/attachConnectors.ts'
import { discover } from './connector/discover.ts'
import type { Foyer } from './foyer.ts'
import { findNetwork } from './network/readNetwork.ts'

/**
 * Confirms the connections from before the reload, and follows other tabs. Loads nothing more if there are none: wallet
 * lists call {@link discover}. Further calls do nothing.
 *
 * @returns A stop function. Connections stay, and the next start confirms them.
 */
export function start(foyer: Foyer): () => void {
  const { running } = foyer
  if (running.stop) return running.stop
  const unfollow = followOtherTabs(foyer)
  const detach = attachConnectors(foyer)
  const stop = () => {
    if (running.stop !== stop) return
    const { discovery } = running
    running.stop = undefined
    running.discovery = undefined
    running.reconnecting = undefined
    unfollow()
    detach()
    void discovery?.then((end) => end())
    running.dispatch?.({ type: 'stopped' })
  }
  running.stop = stop
  void confirm(foyer, () => running.stop === stop)
  return stop
}

/** Restores stored connections. The code is a separate chunk, since most visits have none. */
async function confirm(foyer: Foyer, isRunning: () => boolean): Promise<void> {
  try {
    if (!isDefaultOffered(foyer)) {
      const alert = await import('./alerts/alert.ts').then((m) => m.alert)
      alert(foyer, 'network-not-found')
    }
    if (Object.keys(foyer.store.get().connections).length > 0) {
      void discover(foyer)
      const withoutPrompt = await import('./connection/withoutPrompt.ts').then(
        (m) => m.withoutPrompt,
      )
      if (isRunning()) await withoutPrompt.reconnect(foyer)
      return
    }
  } catch (error) {
    foyer.log('error', 'what was connected before could not be confirmed', error)
    // The code did not load: the next visit tries again.
    if (isRunning()) foyer.store.set((state) => ({ ...state, connections: {} }))
  }
  if (isRunning()) foyer.store.set((state) => ({ ...state, phase: 'ready' }))
}

/** @source spec 8.20 */
function isDefaultOffered({ options: { defaultNetwork }, store }: Foyer): boolean {
  const chainId = typeof defaultNetwork === 'object' ? defaultNetwork.caipNetworkId : defaultNetwork
  return chainId === undefined || findNetwork(store.get(), chainId) !== undefined
}
