import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import { pickChain, readApproval } from '../session/readApproval.ts'
import { readSession } from '../session/wire.ts'

/** Reads the state of a session's namespace. @throws FoyerError `not-connected` */
export function readState(client: Client, topic: string, namespace: Namespace) {
  const session = readSession(client.wire, topic)
  if (!session) throw new FoyerError('not-connected', { details: 'The wallet ended the session.' })
  const approval = readApproval(session.namespaces, namespace, session.first[namespace])
  return { session, approval, chainId: pickChain(approval, session.chains[namespace]) }
}
