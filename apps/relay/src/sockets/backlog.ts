import type { Limits } from '../limits.ts'

/** The bytes on their way to one socket. */
type Queue = {
  readonly address: string
  /** Bytes, as they were counted last. */
  queued: number
}

/** Part of the limit that is freed at once, so that not every frame near the limit has all sockets counted. */
const freedPart = 8

/**
 * Counts what is on its way to all sockets of this process. A socket that leaves its answers unread is closed for its own
 * queue at `cutBytes`; a thousand of them would take the memory of the process before.
 */
export function createBacklog<queue extends Queue>({
  limits: { queuedBytes },
  queues,
  readQueued,
}: {
  limits: Pick<Limits, 'queuedBytes'>
  queues: () => Iterable<queue>
  /** Returns the bytes that are on their way to a socket now. */
  readQueued: (queue: queue) => number
}) {
  let sum = 0
  function set(queue: queue, bytes: number): void {
    sum += bytes - queue.queued
    queue.queued = bytes
  }
  return {
    /** Notes what is on its way to a socket: after each frame, and 0 when it has closed. */
    set,
    /** Returns the sockets to close: of the address with the most on its way, the largest first. Usually none. */
    listExcess(): readonly queue[] {
      if (sum <= queuedBytes) return []
      const ofAddress = new Map<string, number>()
      const waiting: queue[] = []
      for (const queue of queues()) {
        // Bytes that have left since its last frame are still in its count.
        set(queue, readQueued(queue))
        if (queue.queued === 0) continue
        waiting.push(queue)
        ofAddress.set(queue.address, (ofAddress.get(queue.address) ?? 0) + queue.queued)
      }
      const most = queuedBytes * (1 - 1 / freedPart)
      if (sum <= most) return []
      const sumOf = ({ address }: queue) => ofAddress.get(address) ?? 0
      waiting.sort((a, b) => sumOf(b) - sumOf(a) || b.queued - a.queued)
      let left = sum
      return waiting.filter(({ queued }) => {
        if (left <= most) return false
        left -= queued
        return true
      })
    },
  }
}
