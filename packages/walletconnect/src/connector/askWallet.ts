import { type ChainId, FoyerError } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import type { SessionRecord } from '../session/records.ts'
import { readSession } from '../session/wire.ts'
import { reopenWallet } from './reopenWallet.ts'

/**
 * Sends a request to the wallet and reopens the wallet app. Ends the session if the wallet answers that it no longer has
 * it, or if the session was in doubt (see `checkSession`) and this request stays unanswered.
 */
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
    const code = error instanceof FoyerError ? error.code : undefined
    const isGone =
      code === 'not-connected' ||
      (code === 'request-timed-out' && readSession(client.wire, topic)?.doubtedAt !== undefined)
    if (isGone) await client.endSession(topic)
    throw error
  }
}
