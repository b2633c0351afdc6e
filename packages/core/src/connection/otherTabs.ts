import { isNamespace, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'

const key = 'disconnected'

/** Tells the other tabs that a namespace was disconnected. */
export function tellDisconnect({ storage }: Foyer, namespace: Namespace): void {
  // Only what is new is told to other tabs, hence the moment.
  storage.write(key, { namespace, at: Date.now() })
}

/** Of the page; a server has none. */
type Scope = {
  addEventListener?: (name: 'storage', listener: (event: StorageChange) => void) => void
  removeEventListener?: (name: 'storage', listener: (event: StorageChange) => void) => void
}
type StorageChange = { readonly key?: string | null; readonly newValue?: string | null }

/**
 * A disconnect in one tab holds in the others too, also for wallets that can not revoke.
 *
 * @returns A stop function.
 */
export function followOtherTabs(foyer: Foyer): () => void {
  const scope = globalThis as Scope
  const listen = ({ key: changed, newValue }: StorageChange) => {
    const namespace = changed === foyer.storage.keyOf(key) ? readNamespace(newValue) : undefined
    if (namespace && foyer.store.get().connections[namespace]) void letGo(foyer, namespace)
  }
  scope.addEventListener?.('storage', listen)
  return () => scope.removeEventListener?.('storage', listen)
}

async function letGo(foyer: Foyer, namespace: Namespace): Promise<void> {
  try {
    const { resetConnection } = await import('./resetConnection.ts')
    // What is stored is the other tab's to write.
    resetConnection(foyer, namespace, { stored: false })
  } catch (error) {
    foyer.log('error', 'a disconnect of another tab could not be followed', error)
  }
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
