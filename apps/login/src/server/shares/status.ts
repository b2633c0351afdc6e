import type { ResponseOf } from '@foyer/protocol'
import type { authStatus } from '@foyer/protocol/custody'
import { readFactors } from '../passkeys/readFactors.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { findWallet, viewWallet } from './walletState.ts'

/** The wallet of the logged-in user, and whether this device has a set of it. */
export async function status(
  { queries }: Services,
  _body: object,
  { deviceId, jkt, userId }: Session,
): Promise<ResponseOf<typeof authStatus>> {
  const wallet = await findWallet(queries, userId)
  const custody = (await readFactors(queries, userId)) ? ('passkey' as const) : ('shares' as const)
  return {
    userId,
    deviceId,
    custody,
    wallet: wallet ? await viewWallet(queries, wallet, jkt) : null,
  }
}
