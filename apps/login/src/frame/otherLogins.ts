import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'

function refuse(): never {
  throw new FoyerError('method-not-supported', {
    details: 'This login site has no Farcaster login.',
  })
}

/** Rejects the login methods that the login site does not offer. @source ledger 7.17 */
export const otherLogins: Pick<FrameHandlers, 'GET_FARCASTER_URI' | 'CONNECT_FARCASTER'> = {
  GET_FARCASTER_URI: refuse,
  CONNECT_FARCASTER: refuse,
}
