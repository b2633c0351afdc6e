import type { PeerMetadata } from '@foyer/protocol/session'
import { type Browser, readBrowser } from './browser.ts'
import { type OpenConnector, openConnector } from './connector/openConnector.ts'
import { createClient } from './createClient.ts'
import { loadPrimitives } from './crypto/loadPrimitives.ts'
import type { SupportedNamespace } from './namespaces.ts'

/** The part of {@link walletConnect} that loads on first use. */
export async function openWalletConnect({
  browser = readBrowser(),
  log = () => {},
  metadata,
  namespaces,
  onLateAnswer,
  projectId,
  relayUrl,
}: openWalletConnect.Parameters): Promise<OpenConnector> {
  const primitives = await loadPrimitives(browser.subtle)
  const client = await createClient({
    browser,
    log,
    onLateAnswer,
    primitives,
    projectId,
    relayUrl,
  })
  return openConnector(client, { metadata, namespaces })
}

export declare namespace openWalletConnect {
  type Parameters = Pick<createClient.Parameters, 'projectId' | 'relayUrl'> & {
    namespaces: readonly SupportedNamespace[]
    metadata?: Partial<PeerMetadata> | undefined
    onLateAnswer?: createClient.Parameters['onLateAnswer']
    log?: createClient.Parameters['log'] | undefined
    /** @default the page's own APIs */
    browser?: Browser
  }
}
