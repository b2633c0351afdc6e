import { readWork } from './readWork.ts'

/** CPU time that the other function takes at least, in ms: clocks of processes can be as coarse as 10 ms. */
const leastMs = 50

/**
 * Compares the work of two functions by CPU time, in turns, so that a slow or a busy machine slows both down.
 *
 * To show that work grows linearly, compare one large input with as much in `count` small ones: the ratio is about 1,
 * and about `count` when work grows with the square.
 *
 * @returns Work of `one`, in units of the work of `other`
 */
export function compareWork(one: () => unknown, other: () => unknown): number {
  // The first calls are slower: not compiled yet.
  one()
  other()
  // The middle one: garbage may be collected in the turn of either.
  const ratios = [compareOnce(one, other), compareOnce(one, other), compareOnce(one, other)]
  return ratios.sort((first, second) => first - second)[1]!
}

function compareOnce(one: () => unknown, other: () => unknown): number {
  const total = { one: 0, other: 0 }
  while (total.other < leastMs) {
    const since = readWork()
    one()
    const between = readWork()
    other()
    total.one += between - since
    total.other += readWork() - between
  }
  return total.one / total.other
}

/** Calls `run` a number of times, for {@link compareWork}. */
export function times(count: number, run: () => unknown): () => void {
  return () => {
    for (let turn = 0; turn < count; turn++) run()
  }
}
