import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { readMetadata } from '../readMetadata.ts'
import { noPairing, type Pairing } from '../state.ts'

/**
 * What a connector is told of the site, and how what it has to scan or to open reaches the state.
 *
 * @param parameters.isCurrent - Whether what it says still counts. @default always
 * @source ledger 3.5
 */
export function pairParameters(
  foyer: Foyer,
  { isCurrent = () => true }: { isCurrent?: () => boolean } = {},
): Connector.PairParameters {
  const write = (pairing: Partial<Pairing>) => {
    if (isCurrent()) writePairing(foyer, pairing)
  }
  return {
    networks: foyer.store.get().networks,
    metadata: readMetadata(foyer),
    onUri: (given) =>
      write({
        wcUri: given?.uri,
        wcPairingExpiry: given?.expiresAt,
        wcError: undefined,
        // The one that a wallet took may be taken away; only a new one waits for a wallet again.
        ...(given && { buffering: false }),
      }),
    onTaken: () => write({ buffering: true }),
    readLink: () => foyer.store.get().pairing.wcLinking,
  }
}

/** Changes what is known of the pairing. */
export function writePairing({ store }: Foyer, pairing: Partial<Pairing>): void {
  store.set((state) => ({ ...state, pairing: { ...state.pairing, ...pairing } }))
}

/** No wallet is being connected: nothing is left of it but the URI that is kept ready. @source ledger 4.3 */
export function clearPairing({ running, store }: Foyer, left: Partial<Pairing> = {}): void {
  const pairing = { ...noPairing, ...running.preparing?.uri, ...left }
  store.set((state) => ({ ...state, pairing }))
}
