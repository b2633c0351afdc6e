import type { Browser } from './browser.ts'

/**
 * Ids of messages: milliseconds and three digits, 16 in all, always rising. Peers compare them without the last three
 * to find what came late; tabs of one site, which share a storage, begin at different ones.
 */
export function createIds({ now, random }: Pick<Browser, 'now' | 'random'>): () => number {
  const from = Math.floor(random() * 900)
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1000 + from)
    return last
  }
}
