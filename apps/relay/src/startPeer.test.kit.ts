import { randomUUID } from 'node:crypto'
import { catchUnawaitedChecks } from '@foyer/devnet/catchUnawaitedChecks'
import type { SignClient } from '@walletconnect/sign-client'

export type PeerVersion = '2.21.8' | '2.17.1'

/** A reference client, as sites and wallets ship it. */
export type Peer = {
  readonly client: InstanceType<typeof SignClient>
  stop(): Promise<void>
}

export async function startPeer({
  name,
  relayUrl,
  version,
}: {
  version: PeerVersion
  relayUrl: string
  name: string
}): Promise<Peer> {
  // Read when the module is evaluated: otherwise two clients of one process would share a core.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
  const { SignClient: Client } =
    version === '2.21.8'
      ? await import('@walletconnect/sign-client')
      : ((await import('sign-client-2.17')) as unknown as { SignClient: typeof SignClient })
  const client = await Client.init({
    name,
    relayUrl,
    projectId: 'test',
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: `${name}-${randomUUID()}`,
    storageOptions: { database: ':memory:' },
    metadata: { name, description: name, url: `https://${name}.example`, icons: [] },
  })
  catchUnawaitedChecks(client)
  return {
    client,
    async stop() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
