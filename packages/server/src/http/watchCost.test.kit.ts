import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What hostile inputs cost this process. */
export type Cost = {
  /** Memory that the last three quarters left behind, bytes. */
  grownBytes: number
  /** Work for the second and for the last quarter, ms. */
  firstWorkMs: number
  lastWorkMs: number
}

/** Collects what is not used, and gives how much memory is, in bytes. */
async function usedMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Other threads free what bodies stood in: the first time still counts some.
  for (let turn = 0; turn < 3; turn++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const mib = 1024 * 1024

/**
 * Measures whether inputs leave something behind: the first quarter of them fills what may be remembered, after the others
 * memory has to be as it was, and the last quarter may be no more work than the second.
 *
 * @param send - sends a quarter of the inputs, from 0 to 3
 */
export async function watchCost(name: string, send: (quarter: number) => unknown): Promise<Cost> {
  await send(0)
  const before = await usedMemory()
  const works: number[] = []
  for (const quarter of [1, 2, 3]) {
    const since = process.cpuUsage()
    await send(quarter)
    const { system, user } = process.cpuUsage(since)
    works.push((system + user) / 1000)
  }
  const after = await usedMemory()
  const [firstWorkMs = 0, , lastWorkMs = 0] = works
  console.log(
    `${name}: memory ${(before / mib).toFixed(1)} → ${(after / mib).toFixed(1)} MiB, ` +
      `work ${works.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')} a quarter`,
  )
  return { grownBytes: after - before, firstWorkMs, lastWorkMs }
}
