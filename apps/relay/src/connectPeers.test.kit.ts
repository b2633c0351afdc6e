import { expect, vi } from 'vitest'
import { namespace } from './peerSession.test.kit.ts'
import type { Peer } from './startPeer.test.kit.ts'

/** Pairs a site and a wallet: proposal over a pairing URI and approval, as both ship them. */
export async function connectPeers(
  dapp: Peer,
  wallet: Peer,
): Promise<{ topic: string; namespaces: Record<string, { accounts: string[] }> }> {
  const { accounts: _, ...optional } = namespace
  const proposed = new Promise<{ id: number }>((resolve) =>
    wallet.client.once('session_proposal', resolve),
  )
  const { approval, uri } = await dapp.client.connect({ optionalNamespaces: { eip155: optional } })
  const approved = approval()
  await wallet.client.core.pairing.pair({ uri: uri ?? '' })
  const { id } = await proposed
  await wallet.client.approve({ id, namespaces: { eip155: namespace } })
  const session = await approved
  await acknowledged(wallet.client.core, session.topic)
  return session
}

/**
 * Waits until the other side has answered a client's requests of a session, other than events: the client keeps those as
 * pending. Its own `acknowledged()` never settles if the answer arrived before the call.
 */
export function acknowledged(
  { history }: { history: Peer['client']['core']['history'] },
  topic: string,
) {
  const isOpen = (entry: (typeof history.pending)[number]) =>
    entry.topic === topic && entry.request.method !== 'wc_sessionEvent'
  return vi.waitFor(() => expect(history.pending.filter(isOpen)).toEqual([]))
}
