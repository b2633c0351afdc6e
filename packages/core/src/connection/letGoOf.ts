import { isNamespace, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { resetConnection } from './resetConnection.ts'

/** Lets go of the namespace that another tab says was disconnected, where it is connected here. */
export function letGoOf(foyer: Foyer, told: string | null | undefined): void {
  const namespace = readNamespace(told)
  // What is stored is the other tab's to write.
  if (namespace && foyer.store.get().connections[namespace])
    resetConnection(foyer, namespace, { stored: false })
}

function readNamespace(text: string | null | undefined): Namespace | undefined {
  try {
    const { namespace } = Object(JSON.parse(text ?? '')) as { namespace?: unknown }
    return typeof namespace === 'string' && isNamespace(namespace) ? namespace : undefined
  } catch {
    // Not ours.
    return undefined
  }
}
