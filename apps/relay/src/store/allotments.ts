import { createMemoryCounter } from '@foyer/server'
import type { Limits } from '../limits.ts'

/** A message as it counts against the limits of its client and its address. */
export type Use = {
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
    key: `client:${budget}`,
    perMinute: limits.publishBytesPerMinute,
    most: limits.heldBytesOfClient,
    isReserve: false,
  },
  {
    key: `address:${addressBudget}`,
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
  /** Bytes by holder, and by the time until which they are held. The holder that published last is the last. */
  const held = new Map<string, Map<number, number>>()

  function readHeld(key: string, nowMs: number): number {
    let sum = 0
    for (const [until, bytes] of held.get(key) ?? []) if (until > nowMs) sum += bytes
    return sum
  }

  /** Forgets what has expired, of one holder at a time: of the one that published longest ago. */
  function tidy(nowMs: number): void {
    const [oldest] = held
    if (oldest === undefined) return
    const [key, sums] = oldest
    for (const until of sums.keys()) if (until <= nowMs) sums.delete(until)
    held.delete(key)
    if (sums.size > 0) held.set(key, sums)
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
        const sums = held.get(key) ?? new Map<number, number>()
        sums.set(until, (sums.get(until) ?? 0) + use.size)
        held.delete(key)
        held.set(key, sums)
      }
    },
    /** Returns the number of holders in memory. */
    readSize: () => held.size,
  }
}
