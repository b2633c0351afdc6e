import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { readCallsId } from './callsId.ts'
import { loadCalls } from './loadCalls.ts'

/**
 * Asks the wallet to show its user what became of calls.
 *
 * @throws FoyerError `unsupported-method` (also for calls that were sent apart: no wallet knows them as one),
 *   `bundle-unknown`, `not-connected`, `method-not-supported`
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_showcallsstatus
 */
export async function showCallsStatus(
  foyer: Foyer,
  {
    id,
    namespace,
  }: {
    id: string
    /** @default the active one */
    namespace?: Namespace | undefined
  },
): Promise<void> {
  if (readCallsId(id))
    throw new FoyerError('unsupported-method', { details: 'These calls were sent one by one.' })
  const { calls, connection } = await loadCalls(foyer, namespace)
  const { chainId, provider } = connection
  await calls.show({ chainId, id, provider })
}
