import type { ImageFile } from './imageFile.ts'

/** Holds images that came from elsewhere. */
export type ImageMemory = {
  /**
   * Returns an image that is held, else loads it, once for concurrent callers. One is held for an hour; that there is none,
   * for a minute.
   */
  get(key: string, load: () => Promise<ImageFile | undefined>): Promise<ImageFile | undefined>
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

/** @param parameters.now - Returns the time in ms since 1970. @default Date.now */
export function createImageMemory({
  now = Date.now,
}: {
  now?: (() => number) | undefined
} = {}): ImageMemory {
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

  return {
    async get(key, load) {
      const known = held.get(key)
      if (known && known.until > now()) {
        held.delete(key)
        held.set(key, known)
        return known.image
      }
      const started =
        loading.get(key) ??
        load()
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
