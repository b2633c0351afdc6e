import { type Capability, capabilityMethods } from '@foyer/protocol'
import type { Scope } from '../connector/connector.ts'

/** True if the wallet's scope allows a capability, or if the wallet does not report its methods. */
export function allowsCapability(scope: Scope | undefined, capability: Capability): boolean {
  const needed: readonly string[] = capabilityMethods[capability]
  return scope?.methods?.some((method) => needed.includes(method)) ?? true
}
