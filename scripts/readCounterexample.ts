/** A failed property, as reported by fast-check. */
export type Counterexample = {
  readonly seed: number
  /** The position of the shrunk value among those of the seed. */
  readonly path: string
  /** The arguments as JavaScript: `[1,"a"]`. */
  readonly counterexample: string
}

/** Parses an error message of fast-check; undefined for another error. */
export function readCounterexample(message: string): Counterexample | undefined {
  const [, seed, path, counterexample] =
    /\{ seed: (-?\d+), path: "([\d:]*)"[^}]*\}\nCounterexample: (.*)/.exec(message) ?? []
  if (seed === undefined || path === undefined || counterexample === undefined) return undefined
  return { seed: Number(seed), path, counterexample }
}
