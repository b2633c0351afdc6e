import { randomInt } from 'node:crypto'

/** Random delay added to the minimum answer time, so that timing reveals nothing, in ms. @source security 2.9 */
const jitterMs = 50

/** Works, and settles no sooner than after so long, whether it succeeded or failed. @param leastMs - 0: at once */
export async function padDuration<result>(
  leastMs: number,
  work: () => Promise<result>,
): Promise<result> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const leftMs =
      leastMs === 0 ? 0 : leastMs + randomInt(jitterMs + 1) - (performance.now() - startedAt)
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
  }
}
