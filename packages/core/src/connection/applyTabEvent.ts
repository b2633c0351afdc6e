import { isNamespace } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import { discover } from '../connector/discover.ts'
import type { Foyer } from '../foyer.ts'
import { confirmConnections } from './confirmConnections.ts'
import { dispatch } from './machine/dispatch.ts'
import { readStoredConnections } from './machine/storedConnections.ts'
import type { TabEvent } from './tabEvent.ts'

/**
 * Applies a connect or disconnect of another tab. Disconnects the same namespaces here; connects them without a prompt
 * if nothing is connected here. The other tab has already updated the storage.
 */
export async function applyTabEvent(
  foyer: Foyer,
  message: string | null | undefined,
): Promise<void> {
  const tabEvent = parse(message)
  // The instance may have been stopped while this code was loading.
  if (!tabEvent || !foyer.running.stop) return
  foyer.running.acts ??= new Map()
  const { acts } = foyer.running
  // While this code was loading, or this tab was frozen, the user may have acted here, or in the other tab once more.
  const namespaces = tabEvent.namespaces.filter((one) => (acts.get(one) ?? -1) < tabEvent.at)
  for (const namespace of namespaces) acts.set(namespace, tabEvent.at)
  if (tabEvent.event === 'connected') return follow(foyer, namespaces)
  const { attempts, connections } = foyer.store.get()
  const here = namespaces.filter(
    (one) => connections[one] || attempts.some(({ namespace }) => namespace === one),
  )
  dispatch(foyer, { type: 'disconnected', namespaces: here, stored: false })
}

async function follow(foyer: Foyer, namespaces: TabEvent['namespaces']): Promise<void> {
  const { adapters, options, storage, store } = foyer
  if (!options.enableReconnect) return
  const stored = readStoredConnections(storage)
  const state = store.get()
  const wanted = namespaces.flatMap((namespace) => {
    const one = stored[namespace]
    const isFree = !readOwner(state, namespace) && !state.shownAttempts[namespace]
    if (!one || !adapters[namespace] || !isFree) return []
    return [{ chainId: one.chainId, connector: one.connectorId, namespace }]
  })
  if (wanted.length === 0) return
  void discover(foyer)
  await confirmConnections(foyer, wanted, { follows: true, stored: false })
}

function parse(text: string | null | undefined): (TabEvent & { at: number }) | undefined {
  try {
    const { at, event, namespaces } = Object(JSON.parse(text ?? '')) as Partial<
      Record<string, unknown>
    >
    if (event !== 'connected' && event !== 'disconnected') return undefined
    if (!Array.isArray(namespaces)) return undefined
    // Without a time it is older than whatever is known.
    return { at: Number(at) || 0, event, namespaces: namespaces.filter((one) => isNamespace(one)) }
  } catch {
    // Not JSON: not a message of a tab.
    return undefined
  }
}
