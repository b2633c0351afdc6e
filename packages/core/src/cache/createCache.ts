/** What was loaded from servers, and what is being loaded, by key. {@link cached} reads and fills it. */
export type Cache = {
  /** Least recently used first. `until` is in ms since 1970. */
  readonly memory: Map<string, { readonly value: unknown; readonly until: number }>
  readonly loading: Map<string, Promise<unknown>>
}

export function createCache(): Cache {
  return { memory: new Map(), loading: new Map() }
}
