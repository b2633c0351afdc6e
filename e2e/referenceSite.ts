import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'

/** A site made of the reference client, in this process. */
export type ReferenceSite = Awaited<ReturnType<typeof startReferenceSite>>

/** Starts a site that has only the reference client, as other kits' sites do. */
export async function startReferenceSite(relayUrl: string) {
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
    /** Asks for namespaces. @returns The URI, and what the wallet approves. */
    async propose(
      optionalNamespaces: NonNullable<Parameters<typeof client.connect>[0]['optionalNamespaces']>,
    ) {
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
