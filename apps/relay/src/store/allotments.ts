import { createMemoryCounter } from '@foyer/server'
import type { Limits } from '../limits.ts'

/** A message as it counts against the limits of its client and its address. */
export type Use = {
  /** Of its client. Made once for a connection: a new text would be hashed anew for each message. */
  readonly budget: string
  readonly addressBudget: string
  /** In bytes. */
  readonly size: number
  readonly ttlMs: number
  /** True while only the reserve is left, which is for addresses that hold little. */
  readonly isCrowded: boolean
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/**
 * Returns until when a message counts as held, in ms since 1970: the end of its life, rounded up to 5 minutes, an hour or 6
 * hours, so that one holder has at most 66 sums.
 */
export function heldUntil(nowMs: number, ttlMs: number): number {
  const stepMs = ttlMs <= hourMs ? 5 * minuteMs : ttlMs <= dayMs ? hourMs : 6 * hourMs
  return Math.ceil((nowMs + ttlMs) / stepMs) * stepMs
}

/** Returns what applies to a message: its client, and its address. */
export const holdersOf = (limits: Limits, { addressBudget, budget, isCrowded }: Use) => [
  {
    key: budget,
    perMinute: limits.publishBytesPerMinute,
    most: limits.heldBytesOfClient,
    isReserve: false,
  },
  {
    key: addressBudget,
    perMinute: limits.publishBytesPerMinuteOfAddress,
    most: isCrowded
      ? Math.min(limits.reserveBytesOfAddress, limits.heldBytesOfAddress)
      : limits.heldBytesOfAddress,
    isReserve: isCrowded,
  },
]

/** Counts what each client and address published in a minute, and how much of it is stored, in this process's memory. */
export function createAllotments(limits: Limits) {
  const published = createMemoryCounter()
  /**
   * Sums of each holder, as a flat list to save memory: until when, how many bytes. The holder that published last is the
   * last.
   */
  const held = new Map<string, number[]>()

  function readHeld(key: string, nowMs: number): number {
    const sums = held.get(key) ?? []
    let sum = 0
    for (let at = 0; at < sums.length; at += 2)
      if ((sums[at] ?? 0) > nowMs) sum += sums[at + 1] ?? 0
    return sum
  }

  /** Forgets what has expired, of one holder at a time: of the one that published longest ago. */
  function tidy(nowMs: number): void {
    const [oldest] = held
    if (oldest === undefined) return
    const [key, sums] = oldest
    held.delete(key)
    const left = sums.filter((_, at) => (sums[at - (at % 2)] ?? 0) > nowMs)
    if (left.length > 0) held.set(key, left)
  }

  return {
    /** Tells why a message may not be stored; counts nothing. */
    check(use: Use, nowMs: number): 'budget-spent' | 'share-used' | 'store-full' | undefined {
      const holders = holdersOf(limits, use)
      for (const { key, perMinute } of holders)
        if (!published.has({ key, cost: use.size, ...perMinute }, nowMs)) return 'budget-spent'
      for (const { isReserve, key, most } of holders)
        if (readHeld(key, nowMs) + use.size > most) return isReserve ? 'store-full' : 'share-used'
      return undefined
    },
    /** Counts a message that was stored. */
    count(use: Use, nowMs: number): void {
      const until = heldUntil(nowMs, use.ttlMs)
      for (const { key, perMinute } of holdersOf(limits, use)) {
        published.count({ key, cost: use.size, ...perMinute }, nowMs)
        tidy(nowMs)
        tidy(nowMs)
        const sums = held.get(key) ?? []
        const at = sums.findIndex((one, index) => index % 2 === 0 && one === until)
        if (at >= 0) sums[at + 1] = (sums[at + 1] ?? 0) + use.size
        held.delete(key)
        held.set(
          key,
          at >= 0
            ? sums
            : [...sums.filter((_, n) => (sums[n - (n % 2)] ?? 0) > nowMs), until, use.size],
        )
      }
    },
    /** Returns the number of holders in memory. */
    readSize: () => held.size,
  }
}
