import type { Logger } from '@foyer/server'
import { createImageMemory } from '../images/createImageMemory.ts'
import type { ImageFile } from '../images/imageFile.ts'
import { readImageFile } from '../images/readImageFile.ts'
import type { Limits } from '../limits.ts'
import { createQueue } from './createQueue.ts'
import { keyOfNft, type NftId, type NftMetadata } from './nftMetadata.ts'
import { hostsOfSource, type NftSources, readSource } from './nftSource.ts'

/** Serves images of NFTs, so that pages ask no server that a contract names. */
export type NftMedia = {
  /**
   * Returns the image of an NFT whose description was read.
   * @returns undefined when it has none, or one that can not be reached or shown
   */
  get(id: Omit<NftId, 'standard'>): Promise<ImageFile | undefined>
}

const longestQueue = 500

export function createNftMedia({
  limits,
  log,
  metadata,
  now,
  sources,
}: {
  limits: Pick<Limits, 'nftImageBytes' | 'nftReadMs' | 'nftReadsAtOnce'>
  log: Pick<Logger, 'debug'>
  metadata: NftMetadata
  /** @default Date.now */
  now?: (() => number) | undefined
  sources: NftSources
}): NftMedia {
  const queue = createQueue({ atOnce: limits.nftReadsAtOnce, longest: longestQueue })
  const images = createImageMemory({ now })

  async function load(id: NftId, stored: string): Promise<ImageFile | undefined> {
    const image = stored === 'data:' ? (await metadata.read(id))?.image : stored
    if (!image) return undefined
    const options = {
      // The bytes decide: gateways often send `application/octet-stream`.
      isType: (type: string) => !/html|^(?:video|audio)\//.test(type),
      maxBytes: limits.nftImageBytes,
      sources,
      timeoutMs: limits.nftReadMs,
    }
    const bytes = await queue.run(() => readSource(image, options), hostsOfSource(image))
    return readImageFile(bytes)
  }

  return {
    async get(id) {
      const facts = await metadata.find(id)
      if (!facts?.image) return undefined
      const { image, imageVersion, standard } = facts
      const key = `${keyOfNft(id)} ${imageVersion}`
      return images.get(key, () =>
        load({ ...id, standard }, image).catch((error: unknown) => {
          log.debug({ nft: keyOfNft(id), error }, 'an image could not be read')
          return undefined
        }),
      )
    },
  }
}
