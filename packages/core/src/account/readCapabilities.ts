import { type Capability, capabilityMethods, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { allowsCapability } from './allowsCapability.ts'

/**
 * Lists the requests that the connected account supports: the adapter implements them, and the wallet allows one of
 * their methods. Nothing while disconnected. Returns the same object until something in it changes.
 *
 * @param namespace - The active one if omitted.
 */
export function readCapabilities(
  foyer: Foyer,
  namespace: Namespace = foyer.store.get().activeNamespace,
): Readonly<Record<Capability, boolean>> {
  const capabilities = Object.keys(capabilityMethods) as Capability[]
  foyer.running.capabilities ??= new Map()
  const { capabilities: known } = foyer.running
  const adapter = foyer.adapters[namespace]
  const connection = foyer.store.get().connections[namespace]
  const isAllowed = (capability: Capability) =>
    adapter?.[capability] !== undefined &&
    connection?.status === 'connected' &&
    allowsCapability(connection.scope, capability)
  const next = Object.fromEntries(
    capabilities.map((capability) => [capability, isAllowed(capability)]),
  ) as Record<Capability, boolean>
  const before = known.get(namespace)
  if (before && capabilities.every((capability) => before[capability] === next[capability]))
    return before
  known.set(namespace, next)
  return next
}
