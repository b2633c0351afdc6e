import type { Foyer } from '../createFoyer.ts'
import type { Pairing } from '../state.ts'
import { writePairing } from './pairing.ts'

/**
 * Says by which deep link the wallet that is being connected opens, so that its requests open it again; undefined: by
 * none. Called after `connect` has begun, which forgets that of an earlier wallet.
 */
export function setWalletLink(foyer: Foyer, wcLinking: Pairing['wcLinking']): void {
  writePairing(foyer, { wcLinking })
}
