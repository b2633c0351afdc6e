import { type ServedPage, servePage } from '../servePage.ts'
import { createFarcasterApp } from './farcasterApp.ts'
import { farcasterRelayKey } from './farcasterKeys.ts'

/**
 * Serves a Farcaster app on 127.0.0.1; browsers reach it as `farcaster.localhost`.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startFarcaster({
  now = Date.now,
  port,
  relayUrl,
  rpcUrl,
}: startFarcaster.Options): Promise<ServedPage> {
  const app = await createFarcasterApp({ now, relayKey: farcasterRelayKey, relayUrl, rpcUrl })
  return servePage(app.fetch, { name: 'farcaster', port, who: 'The Farcaster app' })
}

export declare namespace startFarcaster {
  type Options = {
    /** TCP port; 0 for a free one. */
    port: number
    /** The login server, which is the relay too. */
    relayUrl: string
    /** The local chain with the registries. */
    rpcUrl: string
    /** Returns the time in ms since 1970. @default Date.now */
    now?: () => number
  }
}
