import type { Store } from './createStore.ts'

/**
 * Calls `listener` when `select(state)` changes, never at once.
 *
 * @returns A stop function.
 */
export function watch<state, slice>(
  store: Store<state>,
  select: (state: state) => slice,
  listener: (slice: slice, previous: slice) => void,
  equals: (a: slice, b: slice) => boolean = Object.is,
): () => void {
  let slice = select(store.get())
  return store.subscribe((state) => {
    const next = select(state)
    if (equals(next, slice)) return
    const previous = slice
    slice = next
    listener(next, previous)
  })
}
