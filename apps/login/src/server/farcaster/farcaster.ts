import { HttpError } from '@foyer/server'
import type { FarcasterChain, VerifySiwf } from '@foyer/server/farcaster'
import type { RelaySettings } from './relay/relay.ts'

/** Settings of this server's Farcaster logins. */
export type FarcasterSettings = { readonly chain: FarcasterChain; readonly relay: RelaySettings }
export type Farcaster = FarcasterSettings & { readonly verify: VerifySiwf }

/** @throws HttpError 404 where it is not offered */
export function requireFarcaster({ farcaster }: { farcaster: Farcaster | undefined }): Farcaster {
  if (farcaster) return farcaster
  throw new HttpError(404, 'resource-not-found', 'This login is not offered')
}
