import type { Namespace } from '@foyer/protocol'
import { connectableNamespaces } from '../connector/connectableNamespaces.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { confirmConnection } from './confirmConnection.ts'
import { readOwner } from './readOwner.ts'
import { settle } from './settle.ts'

/** How long a connect waits for the other namespaces, ms; they may come later. */
const shareMs = 1_000

/**
 * Connects, without a prompt, the other namespaces that a wallet's one approval holds. Where another wallet is
 * connected it stays. Never rejects.
 */
export async function shareSession(
  foyer: Foyer,
  { connector, namespace }: { connector: Connector; namespace: Namespace },
): Promise<void> {
  const others = connectableNamespaces(foyer, connector).filter((other) => {
    if (other === namespace || foyer.running.attempts.has(other)) return false
    const owner = readOwner(foyer, other)
    return !owner || owner.connector === connector
  })
  const all = others.map((other) => confirmConnection(foyer, { connector, namespace: other }))
  await settle(() => Promise.all(all), { timeoutMs: shareMs }).catch((error) =>
    foyer.log('info', `${connector.name} still connects its other namespaces`, error),
  )
}
