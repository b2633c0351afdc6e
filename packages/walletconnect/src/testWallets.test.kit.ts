import { randomUUID } from 'node:crypto'
import { catchUnawaitedChecks } from '@foyer/devnet/catchUnawaitedChecks'
import { SignClient } from '@walletconnect/sign-client'
import { expect, vi } from 'vitest'

export type ReferenceClient = InstanceType<typeof SignClient>
export type PeerVersion = '2.21.8' | '2.17.1'

const options = ({ name, relayUrl }: { name: string; relayUrl: string }) => ({
  name,
  relayUrl,
  projectId: 'test',
  logger: 'silent',
  telemetryEnabled: false,
  customStoragePrefix: `${name}-${randomUUID()}`,
  storageOptions: { database: ':memory:' },
  metadata: { name, description: name, url: `https://${name}.example`, icons: [] },
})

/** A reference client, as sites and wallets ship it. */
export async function startPeer(parameters: {
  name: string
  relayUrl: string
  version?: PeerVersion
}): Promise<{ client: ReferenceClient; stop: () => Promise<void> }> {
  const { version = '2.21.8' } = parameters
  const Client =
    version === '2.21.8'
      ? SignClient
      : ((await import('sign-client-2.17')) as unknown as { SignClient: typeof SignClient })
          .SignClient
  const client = await Client.init(options(parameters))
  catchUnawaitedChecks(client)
  return {
    client,
    async stop() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}

/**
 * Waits until the other side has answered a client's requests of a session, other than events: the client keeps those as
 * pending. Its own `acknowledged()` never settles if the answer arrived before the call.
 */
export function acknowledged(
  { history }: { history: ReferenceClient['core']['history'] },
  topic: string,
) {
  const isOpen = (entry: (typeof history.pending)[number]) =>
    entry.topic === topic && entry.request.method !== 'wc_sessionEvent'
  return vi.waitFor(() => expect(history.pending.filter(isOpen)).toEqual([]))
}

export const evmAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const otherAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const solanaAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export const approved = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    accounts: [`eip155:1:${evmAddress}`, `eip155:10:${evmAddress}`],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    chains: [solana],
    accounts: [`${solana}:${solanaAddress}`],
    methods: ['solana_signMessage', 'solana_signTransaction'],
    events: [],
  },
}

/** Approves every proposal. */
export function approveAll(client: ReferenceClient, namespaces: object = approved) {
  client.on('session_proposal', async ({ id }) => {
    await client.approve({ id, namespaces: namespaces as typeof approved })
  })
}
