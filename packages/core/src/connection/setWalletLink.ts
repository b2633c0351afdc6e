import type { Foyer } from '../foyer.ts'
import type { Pairing } from '../pairing.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Sets the deep link of the wallet that is connecting, so that later requests open it again; undefined clears it. Call
 * it after `connect`, which clears that of an earlier wallet.
 */
export function setWalletLink(foyer: Foyer, wcLinking: Pairing['wcLinking']): void {
  dispatch(foyer, { type: 'pairing:linked', wcLinking })
}
