/**
 * Ids of messages: milliseconds and a counter, 16 digits, always rising. Peers compare them without the last three
 * digits to find what came late.
 */
export function createIds(now: () => number): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1000)
    return last
  }
}
