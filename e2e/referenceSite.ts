import { randomUUID } from 'node:crypto'
import { catchUnawaitedChecks } from '@foyer/devnet/catchUnawaitedChecks'
import { SignClient } from '@walletconnect/sign-client'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Connected = Awaited<ReturnType<Client['connect']>>

/** A site built on the reference client, in this process. */
export type ReferenceSite = {
  readonly client: Client
  /** Requests namespaces. @returns The URI, and a promise of the approved session. */
  propose(
    optionalNamespaces: NonNullable<Parameters<Client['connect']>[0]['optionalNamespaces']>,
  ): Promise<{ approved: ReturnType<Connected['approval']>; uri: string }>
  stop(): Promise<void>
}

/** Starts a site with only the reference client, like sites with other libraries. */
export async function startReferenceSite(relayUrl: string): Promise<ReferenceSite> {
  const name = 'Reference site'
  const client = await SignClient.init({
    name,
    relayUrl,
    projectId: 'reference',
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
    metadata: { name, description: name, url: 'https://site.example', icons: [] },
  })
  catchUnawaitedChecks(client)
  return {
    client,
    async propose(optionalNamespaces) {
      const { approval, uri = '' } = await client.connect({ optionalNamespaces })
      const approved = approval()
      // The test awaits it later.
      approved.catch(() => undefined)
      return { approved, uri }
    },
    async stop() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
