import type { Namespace } from '@foyer/protocol'
import { readOwner } from '../account/readOwner.ts'
import { connectableNamespaces } from '../connector/connectableNamespaces.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { settle } from '../wait/settle.ts'
import { confirmConnections } from './confirmConnections.ts'

/** Time that a connect waits for the other namespaces, ms; they may connect later. */
const shareMs = 1_000

type Shared = { connector: Connector; namespace: Namespace }

/**
 * Connects, without a prompt, the other namespaces of a wallet's session. Namespaces with another wallet are kept.
 * Never rejects.
 */
export async function shareSession(foyer: Foyer, { connector, namespace }: Shared): Promise<void> {
  const state = foyer.store.get()
  const others = connectableNamespaces(foyer, connector).filter((other) => {
    if (other === namespace || state.shownAttempts[other]) return false
    const owner = readOwner(state, other)
    return !owner || owner.connector === connector
  })
  const confirmed = confirmConnections(
    foyer,
    others.map((other) => ({ connector, namespace: other })),
  )
  await settle(() => confirmed, { timeoutMs: shareMs }).catch((error) =>
    foyer.log('info', `${connector.name} still connects its other namespaces`, error),
  )
}

/**
 * Connects, without a prompt, the namespaces that a wallet approved instead of the requested one.
 *
 * @returns The first of them, which becomes active; undefined if there is none.
 */
export async function acceptOthers(
  foyer: Foyer,
  { connector, namespace }: Shared,
): Promise<Namespace | undefined> {
  const { store } = foyer
  const free = connectableNamespaces(foyer, connector).filter(
    (other) => other !== namespace && !readOwner(store.get(), other),
  )
  await shareSession(foyer, { connector, namespace })
  return free.find((other) => readOwner(store.get(), other)?.connector === connector)
}
