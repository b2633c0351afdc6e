import { isNamespace } from '@foyer/protocol'
import { discover } from '../connector/discover.ts'
import type { Foyer } from '../createFoyer.ts'
import { confirmConnection } from './confirmConnection.ts'
import { fallBack } from './fallBack.ts'
import { letGoOf } from './letGoOf.ts'
import { readOwner } from './readOwner.ts'
import { readStoredConnections } from './storedConnections.ts'
import type { TabNews } from './tellOtherTabs.ts'

/**
 * Does here what another tab says that the visitor did there: lets go of what was disconnected, and connects without a
 * prompt what was connected where nothing is connected here. What is stored is the other tab's to forget.
 */
export async function heedOtherTab(foyer: Foyer, told: string | null | undefined): Promise<void> {
  const news = parse(told)
  // The instance may have been stopped while this was loaded.
  if (!news || !foyer.running.stop) return
  const { event, namespaces } = news
  if (event === 'connected') return follow(foyer, namespaces)
  const { connections } = foyer.store.get()
  const here = namespaces.filter((one) => connections[one] || foyer.running.attempts.has(one))
  letGoOf(foyer, here, { stored: false })
}

async function follow(foyer: Foyer, namespaces: TabNews['namespaces']): Promise<void> {
  const { adapters, options, running, storage, store } = foyer
  if (!options.enableReconnect) return
  const stored = readStoredConnections(storage)
  const wanted = namespaces.flatMap((namespace) => {
    const one = stored[namespace]
    const isFree = !readOwner(foyer, namespace) && !running.attempts.has(namespace)
    if (!one || !adapters[namespace] || !isFree) return []
    return [{ chainId: one.chainId, connector: one.connectorId, namespace }]
  })
  if (wanted.length === 0) return
  void discover(foyer)
  await Promise.all(wanted.map((one) => confirmConnection(foyer, { ...one, stored: false })))
  const { activeNamespace, connections } = store.get()
  const status = connections[activeNamespace]?.status ?? 'disconnected'
  if (status === 'disconnected') fallBack(foyer, activeNamespace)
}

function parse(text: string | null | undefined): TabNews | undefined {
  try {
    const { event, namespaces } = Object(JSON.parse(text ?? '')) as Partial<Record<string, unknown>>
    if (event !== 'connected' && event !== 'disconnected') return undefined
    if (!Array.isArray(namespaces)) return undefined
    return { event, namespaces: namespaces.filter((one) => isNamespace(one)) }
  } catch {
    // Not ours.
    return undefined
  }
}
