import type { Foyer } from '../foyer.ts'

/** The name under which swaps across networks are stored. */
export const crossingsKey = 'crossings'

/** Returns whether swaps across networks are remembered, without the code that reads them: `openCrossings`. */
export function hasCrossings({ running, storage }: Foyer): boolean {
  const count = (list: unknown) => (Array.isArray(list) && list.length > 0 ? true : undefined)
  return count(running.crossings?.store.get()) ?? storage.read(crossingsKey, count) ?? false
}
