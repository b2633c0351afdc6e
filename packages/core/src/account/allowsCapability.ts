import { type Capability, capabilityMethods } from '@foyer/protocol'
import type { Scope } from '../connector/connector.ts'

/** Whether a wallet can be asked for something, as far as it told. */
export function allowsCapability(scope: Scope | undefined, capability: Capability): boolean {
  const needed: readonly string[] = capabilityMethods[capability]
  return scope?.methods?.some((method) => needed.includes(method)) ?? true
}
