import { createHash } from 'node:crypto'

/** Selects `count` random places in source order, the same for the same seed. */
export function drawPlaces<place>(
  places: readonly place[],
  { count, seed }: { count: number; seed: number },
): readonly place[] {
  const lotOf = (index: number) => createHash('sha256').update(`${seed}:${index}`).digest('hex')
  return places
    .map((place, index) => ({ index, lot: lotOf(index), place }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ place }) => place)
}
