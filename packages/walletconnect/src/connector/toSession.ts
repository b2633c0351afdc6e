import type { Session } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import { pickChain, readApproval } from '../session/readApproval.ts'
import type { SessionRecord } from '../session/records.ts'
import { createProvider } from './createProvider.ts'

/** What a wallet approved of one namespace, as core wants it. @returns undefined when it approved no account */
export function toSession(
  client: Client,
  { chains, first, namespaces, topic }: SessionRecord,
  namespace: Namespace,
): Session | undefined {
  const approval = readApproval(namespaces, namespace, first[namespace])
  const chainId = pickChain(approval, chains[namespace])
  if (!chainId) return undefined
  return {
    provider: createProvider(client, { namespace, topic }),
    accounts: approval.addresses.map((address) => ({ address })),
    chainId,
    scope: { chainIds: approval.chainIds, methods: approval.methods },
  }
}
