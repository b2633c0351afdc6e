import type { Nft } from '@foyer/protocol/api'

/** Longer ids are shortened in names: they may have 78 digits. */
const longestId = 9

/** Returns the name to show: its own, or that of its collection with its id. */
export function nftName({ collection, name, tokenId }: Nft): string {
  const id = tokenId.length > longestId ? `${tokenId.slice(0, 4)}…${tokenId.slice(-4)}` : tokenId
  return name ?? (collection === null ? `#${id}` : `${collection} #${id}`)
}
