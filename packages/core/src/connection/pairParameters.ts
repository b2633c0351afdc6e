import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { readMetadata } from '../readMetadata.ts'
import { signInPlugin } from '../signIn/attachSignIn.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Returns the site's data for a connector, with callbacks that write its URI into the state.
 *
 * @param id - Of the attempt, or of the prepared URI.
 * @source spec 3.5
 */
export function pairParameters(foyer: Foyer, id: number): Connector.PairParameters {
  const plugin = signInPlugin(foyer)
  return {
    networks: foyer.store.get().networks,
    metadata: readMetadata(foyer),
    onUri: (uri) => dispatch(foyer, { type: 'pairing:uri', id, uri }),
    onTaken: () => dispatch(foyer, { type: 'pairing:taken', id }),
    signIn: plugin && (() => plugin.request(foyer)),
    readLink() {
      const { attempts, pairing, shownAttempts } = foyer.store.get()
      const attempt = attempts.find((one) => one.id === id)
      const isHidden = attempt && shownAttempts[attempt.namespace]?.attempt !== id
      return (isHidden ? attempt.pairing : pairing).wcLinking
    },
  }
}
