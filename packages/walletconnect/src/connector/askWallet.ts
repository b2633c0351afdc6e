import { type ChainId, FoyerError } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import type { SessionRecord } from '../session/records.ts'
import { reopenWallet } from './reopenWallet.ts'

/** Sends a request to the wallet and opens it again. A session that the wallet does not know any more ends here too. */
export async function askWallet(
  client: Client,
  { isLinkRefused, link, topic }: SessionRecord,
  { chainId, method, params }: { chainId: ChainId; method: string; params: unknown },
): Promise<unknown> {
  const { browser } = client.wire
  const onId = (id: number) =>
    reopenWallet(browser, { id, link: isLinkRefused ? undefined : link, topic })
  try {
    return await client.request({ topic, chainId, method, params, onId })
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'not-connected')
      await client.endSession(topic)
    throw error
  }
}
