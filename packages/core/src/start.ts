import type { Namespace } from '@foyer/protocol'
import { resetConnection } from './connection/resetConnection.ts'
import { connectionsKey, readStoredConnections } from './connection/storedConnections.ts'
import { discover } from './connector/discover.ts'
import type { Foyer } from './createFoyer.ts'

/**
 * Confirms the connections of before the reload, and follows what other tabs do. Where nothing was connected it loads
 * nothing more: {@link discover} looks for wallets when they are to be listed. Calling it again does nothing.
 *
 * @returns Ends it all.
 */
export function start(foyer: Foyer): () => void {
  if (foyer.running.stop) return foyer.running.stop
  const unfollow = followOtherTabs(foyer)
  foyer.running.stop = () => {
    const { discovery } = foyer.running
    foyer.running.stop = undefined
    foyer.running.discovery = undefined
    unfollow()
    void discovery?.then((stop) => stop())
    for (const stop of foyer.watches.values()) stop()
    for (const controller of foyer.aborts.values()) controller.abort()
    foyer.watches.clear()
  }
  void confirm(foyer)
  return foyer.running.stop
}

/** Most visits have nothing to confirm, and do not load the code for it. */
async function confirm(foyer: Foyer): Promise<void> {
  try {
    if (Object.keys(foyer.store.get().connections).length > 0) {
      void discover(foyer)
      const { reconnect } = await import('./connection/reconnect.ts')
      return await reconnect(foyer)
    }
  } catch (error) {
    foyer.log('error', 'what was connected before could not be confirmed', error)
    for (const namespace of Object.keys(foyer.store.get().connections))
      resetConnection(foyer, namespace as Namespace)
  }
  foyer.store.set((state) => ({ ...state, phase: 'ready' }))
}

/** A disconnect in one tab holds in the others too, also for wallets that can not revoke. */
function followOtherTabs(foyer: Foyer): () => void {
  const scope: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined =
    typeof globalThis.addEventListener === 'function' ? globalThis : undefined
  const listen = (event: Event) => {
    if ((event as { key?: string | null }).key !== connectionsKey(foyer.storage)) return
    const stored = readStoredConnections(foyer.storage)
    for (const [namespace, connection] of Object.entries(foyer.store.get().connections))
      if (connection?.status === 'connected' && !stored[namespace as Namespace])
        resetConnection(foyer, namespace as Namespace)
  }
  scope?.addEventListener('storage', listen)
  return () => scope?.removeEventListener('storage', listen)
}
