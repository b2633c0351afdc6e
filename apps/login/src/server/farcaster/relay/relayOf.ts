import type { Services } from '../../services.ts'
import { requireFarcaster } from '../farcaster.ts'
import { ownRelay } from './ownRelay.ts'
import type { Relay } from './relay.ts'
import { remoteRelay } from './remoteRelay.ts'

/** Returns the configured relay. @throws HttpError 404 where there is no Farcaster login */
export function relayOf(services: Services): Relay {
  const { relay } = requireFarcaster(services)
  return 'url' in relay ? remoteRelay(relay.url, services.log) : ownRelay(services, relay)
}
