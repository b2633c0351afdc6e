/** An RPC endpoint of a chain. */
export type Upstream = {
  readonly url: string
  /**
   * Position in the operator's list; identifies the address in logs and metrics, since the address may contain a key.
   */
  readonly place: number
}

export type Upstreams = {
  /** All upstreams: the healthy ones in the operator's order, then the failed ones, the longest paused first. */
  inOrder(): Upstream[]
  succeeded(upstream: Upstream): void
  failed(upstream: Upstream): void
}

const firstRestMs = 1000
const longestRestMs = 30_000

/**
 * Tracks the health of a chain's upstreams. A failed one is paused, for twice as long after each failure, up to 30 s.
 */
export function createUpstreams({
  now = Date.now,
  urls,
}: {
  /** @default Date.now */
  now?: (() => number) | undefined
  urls: readonly string[]
}): Upstreams {
  const entries = urls.map((url, place) => ({
    upstream: { url, place },
    failures: 0,
    restsUntil: 0,
  }))
  return {
    inOrder() {
      const at = now()
      const well = entries.filter(({ restsUntil }) => restsUntil <= at)
      const resting = entries
        .filter(({ restsUntil }) => restsUntil > at)
        .sort((a, b) => a.restsUntil - b.restsUntil)
      return [...well, ...resting].map(({ upstream }) => upstream)
    },
    succeeded({ place }) {
      Object.assign(entries[place]!, { failures: 0, restsUntil: 0 })
    },
    failed({ place }) {
      const entry = entries[place]!
      const restMs = Math.min(firstRestMs * 2 ** entry.failures, longestRestMs)
      Object.assign(entry, { failures: entry.failures + 1, restsUntil: now() + restMs })
    },
  }
}
