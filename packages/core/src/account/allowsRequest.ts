import { requestMethods, type SupportedRequest } from '@foyer/protocol'
import type { Scope } from '../connector/connector.ts'

/** True if the wallet's scope allows a kind of request, or if the wallet does not report its methods. */
export function allowsRequest(scope: Scope | undefined, request: SupportedRequest): boolean {
  const needed: readonly string[] = requestMethods[request]
  return scope?.methods?.some((method) => needed.includes(method)) ?? true
}
