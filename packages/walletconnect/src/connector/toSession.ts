import type { Session } from '@foyer/core'
import { cleanText, type Namespace } from '@foyer/protocol'
import type { PeerMetadata } from '@foyer/protocol/session'
import type { Client } from '../createClient.ts'
import { pickChain, readApproval } from '../session/readApproval.ts'
import type { SessionRecord } from '../session/records.ts'
import { createProvider } from './createProvider.ts'

/** Converts one namespace of a wallet's approval to a session of core. @returns undefined without an account */
export function toSession(
  client: Client,
  { chains, first, namespaces, peer, topic }: SessionRecord,
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
    wallet: readWallet(peer.metadata),
  }
}

/** Reads the wallet's own metadata. @returns undefined without a name */
function readWallet({ icons, name: said }: PeerMetadata): Session['wallet'] {
  const name = cleanText(said, 64)
  const imageUrl = icons.find((icon) => /^(https:\/\/|data:image\/)/i.test(icon))
  return name === '' ? undefined : { name, imageUrl }
}
