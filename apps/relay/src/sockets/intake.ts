import type { Limits } from '../limits.ts'

/** A socket that can be left unread: what its client sends then waits in the network. */
type Readable = { pause(): void; resume(): void }

type Bucket = {
  /** Bytes; below 0 while something is owed. */
  left: number
  /** Time of the last refill, ms since 1970. */
  at: number
  /** Sockets that are not read, in the order of waiting. */
  readonly waiting: Set<Readable>
}

/** Shorter frames are never counted: requests limit them, and somebody else behind the same address sends them. */
const countedFrom = 4096
/** Burst, in seconds of the rate. */
const burstSeconds = 4

/**
 * Makes the limit of long frames that are read from one address, a token bucket. A flood costs its sender a wait instead of
 * costing everybody else the relay's time: unmasking and checking megabytes is work even when they are refused.
 */
export function createIntake({
  limits: { receivedBytesPerSecond },
  now = Date.now,
}: {
  limits: Pick<Limits, 'receivedBytesPerSecond'>
  /** Returns the time in ms since 1970. @default Date.now */
  now?: (() => number) | undefined
}) {
  const { limit, windowMs } = receivedBytesPerSecond
  const most = limit * burstSeconds
  /** Addresses with less than their whole bucket. */
  const buckets = new Map<string, Bucket>()
  const refill = (bucket: Bucket) => {
    const at = now()
    bucket.left = Math.min(most, bucket.left + ((at - bucket.at) / windowMs) * limit)
    bucket.at = at
  }
  return {
    /** Counts a frame, and leaves its socket unread if its address has used up what it has. */
    take(address: string, socket: Readable, bytes: number): void {
      if (bytes < countedFrom) return
      let bucket = buckets.get(address)
      if (bucket === undefined) {
        bucket = { left: most, at: now(), waiting: new Set() }
        buckets.set(address, bucket)
      }
      // The debt is bounded too: a thousand sockets at once do not silence their address for minutes.
      bucket.left = Math.max(-most, bucket.left - bytes)
      if (bucket.left >= 0) return
      refill(bucket)
      if (bucket.left >= 0) return
      socket.pause()
      bucket.waiting.add(socket)
    },
    /** Reads on where there is something left, in the order of waiting: one socket of each address. Call it often. */
    resume(): void {
      for (const [address, bucket] of buckets) {
        refill(bucket)
        const [next] = bucket.left >= 0 ? bucket.waiting : []
        if (next) {
          bucket.waiting.delete(next)
          next.resume()
        }
        if (bucket.left >= most && bucket.waiting.size === 0) buckets.delete(address)
      }
    },
    /** Call when a socket has closed: it keeps no place in the line. */
    leave(address: string, socket: Readable): void {
      buckets.get(address)?.waiting.delete(socket)
    },
  }
}
