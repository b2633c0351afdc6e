import { type Namespace, requestMethods, type SupportedRequest } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { allowsRequest } from './allowsRequest.ts'

/**
 * Lists the requests that the connected account supports: the adapter implements them, and the wallet allows one of
 * their methods. Nothing while disconnected. Returns the same object until something in it changes.
 *
 * @param namespace - The active one if omitted.
 */
export function readSupportedRequests(
  foyer: Foyer,
  namespace: Namespace = foyer.store.get().activeNamespace,
): Readonly<Record<SupportedRequest, boolean>> {
  const requests = Object.keys(requestMethods) as SupportedRequest[]
  foyer.running.supported ??= new Map()
  const { supported: known } = foyer.running
  const adapter = foyer.adapters[namespace]
  const connection = foyer.store.get().connections[namespace]
  const isAllowed = (request: SupportedRequest) =>
    adapter?.[request] !== undefined &&
    connection?.status === 'connected' &&
    allowsRequest(connection.scope, request)
  const next = Object.fromEntries(
    requests.map((request) => [request, isAllowed(request)]),
  ) as Record<SupportedRequest, boolean>
  const before = known.get(namespace)
  if (before && requests.every((request) => before[request] === next[request])) return before
  known.set(namespace, next)
  return next
}
