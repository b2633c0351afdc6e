import type { Browser } from './browser.ts'

/**
 * Creates message ids: milliseconds and three digits, 16 in all, always increasing. Peers drop the last three digits to
 * detect late messages; tabs that share a storage start at different ones.
 */
export function createIds({ now, random }: Pick<Browser, 'now' | 'random'>): () => number {
  const from = Math.floor(random() * 900)
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1000 + from)
    return last
  }
}
