/** Memory for secrets: one buffer outside the engine's moving heap, so that wiping it wipes every copy. */
export type Arena = {
  /** So many zero bytes of the buffer. */
  take(length: number): Uint8Array<ArrayBuffer>
  /** Zeroes all that was taken and starts again. */
  wipe(): void
}

const arenaBytes = 4096

/**
 * Makes the arena of one operation. Separate typed arrays of 64 bytes or less would be moved by the collector, which
 * leaves copies behind.
 */
export function createArena(): Arena {
  const buffer = new ArrayBuffer(arenaBytes)
  let used = 0
  return {
    take(length) {
      if (used + length > arenaBytes) throw new RangeError('The arena of secrets is full.')
      const bytes = new Uint8Array(buffer, used, length)
      used += length
      return bytes
    },
    wipe() {
      new Uint8Array(buffer).fill(0)
      used = 0
    },
  }
}

/** Runs with an arena that is wiped however it ends. */
export async function withArena<result>(run: (arena: Arena) => Promise<result>): Promise<result> {
  const arena = createArena()
  try {
    return await run(arena)
  } finally {
    arena.wipe()
  }
}
