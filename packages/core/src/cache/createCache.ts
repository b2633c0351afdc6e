/** Loaded values and running loads, by key. Used by {@link cached}. */
export type Cache = {
  /** Least recently used first. `until` is in ms since 1970. */
  readonly memory: Map<string, { readonly value: unknown; readonly until: number }>
  readonly loading: Map<string, Promise<unknown>>
}

export function createCache(): Cache {
  return { memory: new Map(), loading: new Map() }
}
