import type { Foyer } from '../foyer.ts'
import type { Pairing } from '../pairing.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Says by which deep link the wallet that is being connected opens, so that its requests open it again; undefined: by
 * none. Called after `connect` has begun, which forgets that of an earlier wallet.
 */
export function setWalletLink(foyer: Foyer, wcLinking: Pairing['wcLinking']): void {
  dispatch(foyer, { type: 'pairing:linked', wcLinking })
}
