import type { DappMetadata } from '@foyer/core'
import type { PeerMetadata } from '@foyer/protocol'

/** The site as a wallet shows it: without what only the kit's own servers are told. */
export function toPeerMetadata({ description, icons, name, url }: DappMetadata): PeerMetadata {
  return { name, description, url, icons: [...icons] }
}
