import { getNftImage } from '@foyer/protocol/api'
import type { Caller } from '../doors.ts'
import type { NftId } from './nftMetadata.ts'

/** Returns the URL of an NFT's image on this server, as reached by the caller; it changes with the image. */
export function nftImageUrl(
  { baseUrl, project }: Caller,
  id: Omit<NftId, 'standard'>,
  version: string,
): string {
  const path = getNftImage.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(id[name as keyof typeof id]),
  )
  return `${baseUrl}${path}?${new URLSearchParams({ projectId: project.id, v: version })}`
}
