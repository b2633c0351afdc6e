import { type Gate, mb, ms, withRelay } from './gate.ts'
import { keepRate, makePairs } from './load.ts'

/**
 * (g) Memory over time, with messages that live 10 s. A short run compares the heap after garbage collections; resident memory
 * first grows to the allocator's working size, so it counts from ten minutes on.
 */
export function soak(minutes: number): Promise<Gate> {
  return withRelay(async (relay) => {
    const world = await makePairs(relay.url, 100)
    const load = { perSecond: 200, ttl: 10 }
    await keepRate(world, { ...load, seconds: 30 })
    const rss: [second: number, bytes: number][] = []
    const heap: [second: number, bytes: number][] = []
    const reads: Promise<unknown>[] = []
    const { delivered, p99, published } = await keepRate(world, {
      ...load,
      seconds: minutes * 60,
      onSecond(second) {
        rss.push([second, relay.readRss()])
        reads.push(relay.readHeap().then((bytes) => heap.push([second, bytes])))
      },
    })
    await Promise.all(reads)
    world.close()
    const third = Math.ceil(heap.length / 3)
    const lowest = (from: number) =>
      Math.min(...heap.slice(from, from + third).map(([, bytes]) => bytes))
    const grown = lowest(heap.length - third) - lowest(0)
    const perMinute = slope(rss) * 60
    const isFlat = grown < 3e6 && (minutes < 10 || perMinute < 0.5e6)
    const signed = (bytes: number) => `${bytes < 0 ? '' : '+'}${(bytes / 1e6).toFixed(1)} MB`
    return {
      passed: isFlat && delivered === published,
      text: `soak: 200/s for ${minutes} min: heap after collections ${signed(grown)} from the first third to the last, resident ${signed(perMinute)} a minute to ${mb(rss.at(-1)?.[1] ?? 0)}, p99 ${ms(p99)}, ${published - delivered} lost`,
    }
  })
}

/** Least squares: slope in units of y per unit of x. */
function slope(points: readonly [number, number][]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  const below = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
  return below === 0 ? 0 : above / below
}
