import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { readMetadata } from '../readMetadata.ts'

/** What a connector is told of the site, and how what it has to scan or to open reaches the state. @source ledger 3.5 */
export function pairParameters(foyer: Foyer): Connector.PairParameters {
  const { store } = foyer
  const { networks } = store.get()
  return {
    networks: networks.filter(({ chainNamespace }) => foyer.adapters[chainNamespace]),
    metadata: readMetadata(foyer),
    onUri: (given) =>
      store.set((state) => ({
        ...state,
        pairing: {
          ...state.pairing,
          wcUri: given?.uri,
          wcPairingExpiry: given?.expiresAt,
          wcError: undefined,
        },
      })),
    readLink: () => store.get().pairing.wcLinking,
  }
}
