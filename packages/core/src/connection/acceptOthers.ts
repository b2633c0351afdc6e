import type { Namespace } from '@foyer/protocol'
import { connectableNamespaces } from '../connector/connectableNamespaces.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { activateNamespace } from '../network/activateNamespace.ts'
import { readOwner } from './readOwner.ts'
import { shareSession } from './shareSession.ts'

/**
 * A wallet may approve other namespaces than the one that it was asked for: it is connected in those, and the first of
 * them becomes the active one.
 *
 * @returns Whether there is one. Where a wallet is connected already it stays.
 */
export async function acceptOthers(
  foyer: Foyer,
  { connector, namespace }: { connector: Connector; namespace: Namespace },
): Promise<boolean> {
  const free = connectableNamespaces(foyer, connector).filter(
    (other) => other !== namespace && !readOwner(foyer, other),
  )
  await shareSession(foyer, { connector, namespace })
  const first = free.find((other) => readOwner(foyer, other)?.connector === connector)
  if (!first) return false
  activateNamespace(foyer, first)
  return true
}
