import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Connected = Awaited<ReturnType<Client['connect']>>

/** A site made of the reference client, in this process. */
export type ReferenceSite = {
  readonly client: Client
  /** Asks for namespaces. @returns The URI, and what the wallet approves. */
  propose(
    optionalNamespaces: NonNullable<Parameters<Client['connect']>[0]['optionalNamespaces']>,
  ): Promise<{ approved: ReturnType<Connected['approval']>; uri: string }>
  stop(): Promise<void>
}

/** Starts a site that has only the reference client, as other kits' sites do. */
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
  return {
    client,
    async propose(optionalNamespaces) {
      const { approval, uri = '' } = await client.connect({ optionalNamespaces })
      const approved = approval()
      // Heard by the test, when it comes to it.
      approved.catch(() => undefined)
      return { approved, uri }
    },
    async stop() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
