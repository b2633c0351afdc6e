import type { Peer } from './startPeer.test.kit.ts'

export const address = '0x1111111111111111111111111111111111111111'
export const account = `eip155:1:${address}`
export const other = 'eip155:1:0x2222222222222222222222222222222222222222'
/** The wallet's answer: one account on Ethereum. */
export const namespace = {
  chains: ['eip155:1'],
  accounts: [account],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
}

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
  await wallet.client.core.pairing.pair({ uri: uri ?? '' })
  const { id } = await proposed
  const { acknowledged } = await wallet.client.approve({
    id,
    namespaces: { eip155: namespace },
  })
  const session = await approval()
  await acknowledged()
  return session
}
