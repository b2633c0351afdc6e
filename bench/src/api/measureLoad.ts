import { percentile } from '../percentile.ts'
import { openClient } from './rawClient.ts'

/** The answers of a route in one slice of time. */
export type Load = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Connections that ask at once, each for its next answer after the last. */
const connections = 16

/**
 * Asks a route for a while.
 *
 * @param parameters.requests - Taken in turn.
 * @throws when an answer has another status than 200
 */
export async function measureLoad(
  url: string,
  { requests, sliceMs }: { requests: readonly Buffer[]; sliceMs: number },
): Promise<Load> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(url)))
  const times: number[] = []
  const beganAt = performance.now()
  let next = 0
  try {
    await Promise.all(
      clients.map(async ({ ask }) => {
        while (performance.now() - beganAt < sliceMs) {
          const request = requests[next++ % requests.length]!
          const askedAt = performance.now()
          const status = await ask(request)
          if (status !== 200)
            throw new Error(`${status} instead of 200 from ${request.toString().split('\r\n')[0]}`)
          times.push(performance.now() - askedAt)
        }
      }),
    )
  } finally {
    for (const client of clients) client.end()
  }
  const seconds = (performance.now() - beganAt) / 1000
  return {
    perSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}
