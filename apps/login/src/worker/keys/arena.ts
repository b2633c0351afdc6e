/** Memory for secrets: one buffer that the garbage collector does not move, so that wiping it leaves no copy. */
export type Arena = {
  /** Allocates `length` zeroed bytes of the buffer. */
  take(length: number): Uint8Array<ArrayBuffer>
  /** Zeroes and frees everything that was allocated. */
  wipe(): void
}

const arenaBytes = 4096

/**
 * Makes the arena of one operation. Typed arrays of 64 bytes or less of their own would be moved by the garbage
 * collector, which leaves copies behind.
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

/** Runs a function with an arena, and wipes the arena afterwards, also when the function throws. */
export async function withArena<result>(run: (arena: Arena) => Promise<result>): Promise<result> {
  const arena = createArena()
  try {
    return await run(arena)
  } finally {
    arena.wipe()
  }
}
