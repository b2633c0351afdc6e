import type { DappMetadata } from '@foyer/core'
import type { PeerMetadata } from '@foyer/protocol/session'

/** Returns the site's metadata for wallets, without the fields for Foyer's own servers. */
export function toPeerMetadata({ description, icons, name, url }: DappMetadata): PeerMetadata {
  return { name, description, url, icons: [...icons] }
}
