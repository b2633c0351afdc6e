import { type ChainId, type Namespace, parseAccountId } from '@foyer/protocol'
import { isNewer } from './handleUpdate.ts'
import type { Outcome } from './outcome.ts'
import { readApproval, readChainData } from './readApproval.ts'
import type { SessionRecord } from './records.ts'
import { type Wire, writeSession } from './wire.ts'

/**
 * Applies a change to another approved network or account. Other events are ignored. Reference clients do not
 * acknowledge those, so neither does this one.
 */
export function handleEvent(
  wire: Wire,
  session: SessionRecord,
  id: number,
  {
    chainId,
    event,
    namespace,
  }: { chainId: ChainId; namespace: Namespace; event: { name: string; data: unknown } },
): Outcome {
  const { addresses, chainIds } = readApproval(session.namespaces, namespace)
  if (!chainIds.includes(chainId)) return 'unauthorizedChain'
  const kind = `${namespace}.${event.name}`
  if (!isNewer(session, kind, id)) return undefined
  const newest = { ...session.newest, [kind]: id }
  if (event.name === 'chainChanged') {
    const next = readChainData(namespace, event.data)
    if (next && chainIds.includes(next))
      writeSession(wire, { ...session, newest, chains: { ...session.chains, [namespace]: next } })
  } else if (event.name === 'accountsChanged') {
    const [given] = Array.isArray(event.data) ? event.data : []
    const address =
      typeof given === 'string' ? (parseAccountId(given)?.address ?? given) : undefined
    if (
      address !== undefined &&
      addresses.some((one) => one.toLowerCase() === address.toLowerCase())
    )
      writeSession(wire, { ...session, newest, first: { ...session.first, [namespace]: address } })
  }
  return undefined
}
