import type { Logger } from '@foyer/server'
import type { ImageFile } from '../images/imageFile.ts'
import { readImageFile } from '../images/readImageFile.ts'
import type { Limits } from '../limits.ts'
import { createQueue } from './createQueue.ts'
import { keyOfNft, type NftId, type NftMetadata } from './nftMetadata.ts'
import { type NftSources, readSource } from './nftSource.ts'

/** Serves images of NFTs, so that pages ask no server that a contract names. */
export type NftMedia = {
  /**
   * Returns the image of an NFT whose description was read.
   * @returns undefined when it has none, or one that can not be reached or shown
   */
  get(id: Omit<NftId, 'standard'>): Promise<ImageFile | undefined>
}

type Held = {
  readonly image: ImageFile | undefined
  readonly bytes: number
  readonly until: number
}

/** Memory for images; the one that was asked for the longest ago goes first. */
const heldBytes = 32 * 1024 * 1024
const [heldMs, failedMs] = [3_600_000, 60_000]
/** Memory of an entry besides its image, in bytes. */
const entryBytes = 512
const longestQueue = 500

export function createNftMedia({
  limits,
  log,
  metadata,
  now = Date.now,
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
  const held = new Map<string, Held>()
  const loading = new Map<string, Promise<ImageFile | undefined>>()
  let size = 0

  function drop(key: string): void {
    size -= held.get(key)?.bytes ?? 0
    held.delete(key)
  }

  function hold(key: string, image: ImageFile | undefined): void {
    drop(key)
    const bytes = entryBytes + (image?.body.length ?? 0)
    held.set(key, { image, bytes, until: now() + (image ? heldMs : failedMs) })
    size += bytes
    for (const oldest of held.keys()) {
      if (size <= heldBytes) break
      drop(oldest)
    }
  }

  async function load(id: NftId, stored: string): Promise<ImageFile | undefined> {
    const image = stored === 'data:' ? (await metadata.read(id))?.image : stored
    if (!image) return undefined
    const bytes = await readSource(image, {
      // The bytes decide: gateways often send `application/octet-stream`.
      isType: (type) => !/html|^(?:video|audio)\//.test(type),
      maxBytes: limits.nftImageBytes,
      sources,
      timeoutMs: limits.nftReadMs,
    })
    return readImageFile(bytes)
  }

  return {
    async get(id) {
      const facts = await metadata.find(id)
      if (!facts?.image) return undefined
      const { image, imageVersion, standard } = facts
      const key = `${keyOfNft(id)} ${imageVersion}`
      const known = held.get(key)
      if (known && known.until > now()) {
        held.delete(key)
        held.set(key, known)
        return known.image
      }
      const started =
        loading.get(key) ??
        queue
          .run(() => load({ ...id, standard }, image))
          .catch((error: unknown) => {
            log.debug({ nft: keyOfNft(id), error }, 'an image could not be read')
            return undefined
          })
          .then((loaded) => {
            hold(key, loaded)
            return loaded
          })
          .finally(() => loading.delete(key))
      loading.set(key, started)
      return started
    },
  }
}
