import type { BrowserContext } from 'playwright'

const opened = new Set<() => readonly BrowserContext[]>()

/** Adds contexts to {@link listContexts}. @returns Removes them. */
export function addContexts(list: () => readonly BrowserContext[]): () => void {
  opened.add(list)
  return () => void opened.delete(list)
}

/** The contexts of all browsers that this process has open. */
export const listContexts = (): BrowserContext[] => [...opened].flatMap((list) => list())
