import { FoyerError, type Namespace } from '@foyer/protocol'
import { type AccountName, type NameMessage, postName } from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { loadIdentity } from '../identity/loadIdentity.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { signMessage } from '../sign/signMessage.ts'

/**
 * Registers a name for the connected account, which its wallet confirms with a signature. The account is shown with it
 * at once, unless it has a name in ENS.
 *
 * @throws FoyerError `not-connected`, `network-undefined`, `user-rejected`, `method-not-supported` (no names in this namespace), `http-failed`,
 *   whose `cause.status` is 409 for a taken name, `request-timed-out`, `request-aborted`
 * @example await registerName(foyer, { name: 'alice.names.example' })
 *
 * @source spec 5.16, 7.36
 */
export async function registerName(
  foyer: Foyer,
  { attributes = {}, name, namespace, signal }: registerName.Parameters,
): Promise<AccountName> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const { address, chainId } = connection
  const [coinType] = (await adapter.transfers?.())?.coinTypes(requireNetwork(foyer, chainId)) ?? []
  if (coinType === undefined)
    throw new FoyerError('method-not-supported', { details: `No names on ${adapter.namespace}.` })
  const content: NameMessage = { name, attributes, timestamp: Math.floor(Date.now() / 1000) }
  const message = JSON.stringify(content)
  const signature = await signMessage(foyer, { message, namespace: adapter.namespace, signal })
  const registered = await callApi(foyer, postName, {
    body: { coinType: Number(coinType), address, message, signature },
    signal,
  })
  // The name is registered, also if it can not be shown now.
  await loadIdentity(foyer, { namespace: adapter.namespace, force: true }).catch((error) =>
    foyer.log('warn', 'the new name could not be read', error),
  )
  return registered
}

export declare namespace registerName {
  type Parameters = {
    /** With its suffix, from `getNameSuggestions`. */
    name: string
    /** Public texts beside the name, 8 at most. @default none */
    attributes?: Readonly<Record<string, string>> | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}
