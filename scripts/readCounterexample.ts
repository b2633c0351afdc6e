/** How a random property failed, as fast-check tells it. */
export type Counterexample = {
  readonly seed: number
  /** Where the shrunk value stands among those of the seed. */
  readonly path: string
  /** The arguments as JavaScript: `[1,"a"]`. */
  readonly counterexample: string
}

/** The failure in an error message of fast-check; undefined for another error. */
export function readCounterexample(message: string): Counterexample | undefined {
  const [, seed, path, counterexample] =
    /\{ seed: (-?\d+), path: "([\d:]*)"[^}]*\}\nCounterexample: (.*)/.exec(message) ?? []
  if (seed === undefined || path === undefined || counterexample === undefined) return undefined
  return { seed: Number(seed), path, counterexample }
}
