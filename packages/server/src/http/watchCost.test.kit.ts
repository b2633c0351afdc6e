import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readWork } from '@foyer/devnet/readWork'

/** Cost of hostile inputs to this process. */
export type Cost = {
  /** Memory still in use after the last three quarters, in bytes. */
  grownBytes: number
  /** Work of the second and of the last quarter, in ms of CPU time. */
  firstWorkMs: number
  lastWorkMs: number
}

/** Collects garbage and returns the memory in use, in bytes. */
async function usedMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Repeated because other threads free the buffers of bodies: the first run still counts some.
  for (let turn = 0; turn < 3; turn++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const mib = 1024 * 1024

/**
 * Measures whether inputs leak: the first quarter fills the caches, then memory must not grow, and the last quarter may
 * cost no more work than the second.
 * @param send - sends a quarter of the inputs, from 0 to 3
 */
export async function watchCost(name: string, send: (quarter: number) => unknown): Promise<Cost> {
  await send(0)
  const before = await usedMemory()
  const works: number[] = []
  for (const quarter of [1, 2, 3]) {
    const since = readWork()
    await send(quarter)
    works.push(readWork() - since)
  }
  const after = await usedMemory()
  const [firstWorkMs = 0, , lastWorkMs = 0] = works
  console.log(
    `${name}: memory ${(before / mib).toFixed(1)} → ${(after / mib).toFixed(1)} MiB, ` +
      `work ${works.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')} a quarter`,
  )
  return { grownBytes: after - before, firstWorkMs, lastWorkMs }
}
