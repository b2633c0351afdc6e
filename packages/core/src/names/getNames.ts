import type { Namespace } from '@foyer/protocol'
import { type AccountName, getNamesOfAddress } from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/**
 * Reads the names of the connected account: those of the operator's registry, newest first, then its name in ENS.
 *
 * @throws FoyerError `not-connected`, `http-failed` (also without `apiUrl`), `request-timed-out`, `request-aborted`
 * @example const [first] = await getNames(foyer)
 *
 * @source spec 7.35
 */
export async function getNames(
  foyer: Foyer,
  parameters: { namespace?: Namespace | undefined; signal?: AbortSignal | undefined } = {},
): Promise<readonly AccountName[]> {
  const { connection } = readConnection(foyer, parameters.namespace)
  const { signal } = parameters
  return callApi(foyer, getNamesOfAddress, { path: { address: connection.address }, signal })
}
