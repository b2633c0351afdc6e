import type { Namespace } from '@foyer/protocol'
import { type Capability, capabilities } from '../adapter.ts'
import type { Foyer } from '../createFoyer.ts'

/**
 * What can be asked of the connected account: its chain family has it, and its wallet allows one of the methods that it
 * takes. Nothing where nobody is connected. The same object until something in it changes.
 *
 * @param namespace - The active one when left out.
 */
export function readCapabilities(
  foyer: Foyer,
  namespace: Namespace = foyer.store.get().activeNamespace,
): Readonly<Record<Capability, boolean>> {
  foyer.running.capabilities ??= new Map()
  const { capabilities: known } = foyer.running
  const adapter = foyer.adapters[namespace]
  const connection = foyer.store.get().connections[namespace]
  const allowed = connection?.status === 'connected' ? connection.scope?.methods : []
  const isAllowed = (capability: Capability) => {
    if (!adapter?.[capability] || connection?.status !== 'connected') return false
    const needed = adapter.methods?.[capability]
    return !needed || !allowed || needed.some((method) => allowed.includes(method))
  }
  const next = Object.fromEntries(
    capabilities.map((capability) => [capability, isAllowed(capability)]),
  ) as Record<Capability, boolean>
  const before = known.get(namespace)
  if (before && capabilities.every((capability) => before[capability] === next[capability]))
    return before
  known.set(namespace, next)
  return next
}
