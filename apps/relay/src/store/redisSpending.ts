import type { Limits } from '../limits.ts'
import { heldUntil, holdersOf, type Use } from './allotments.ts'
import type { Scripts } from './redisScripts.ts'

/** Counts messages against the limits of their clients and addresses, for all processes together. */
export type Spending = {
  /** Counts a message for its client and its address, or for neither of them. @returns the reason of a refusal */
  spend(use: Use, atMs: number): Promise<'budget-spent' | 'share-used' | 'store-full' | undefined>
  /** Takes back what was counted for a message that was not stored. */
  refund(use: Use, atMs: number): Promise<void>
}

/** @param options.prefix - prefix of all keys */
export function createSpending(
  scripts: Pick<Scripts, 'relayRefund' | 'relaySpend'>,
  { limits, prefix }: { limits: Limits; prefix: string },
): Spending {
  const holderKey = (key: string) => `${prefix}b:{${key}}`
  return {
    async spend(use, atMs) {
      const { limit: _, windowMs } = limits.publishBytesPerMinute
      const minute = Math.floor(atMs / windowMs)
      const until = heldUntil(atMs, use.ttlMs)
      const holders = holdersOf(limits, use)
      const answers = await Promise.all(
        holders.map(({ key, most, perMinute }) =>
          scripts.relaySpend(holderKey(key), use.size, minute, perMinute.limit, until, most, atMs),
        ),
      )
      if (answers.every((answer) => answer === 0)) return undefined
      await Promise.all(
        holders.map(async ({ key }, n) => {
          if (answers[n] === 0) await scripts.relayRefund(holderKey(key), use.size, minute, until)
        }),
      )
      if (answers.includes(1)) return 'budget-spent'
      return holders.some(({ isReserve }, n) => isReserve && answers[n] === 2)
        ? 'store-full'
        : 'share-used'
    },
    async refund(use, atMs) {
      const minute = Math.floor(atMs / limits.publishBytesPerMinute.windowMs)
      const until = heldUntil(atMs, use.ttlMs)
      await Promise.all(
        holdersOf(limits, use).map(({ key }) =>
          scripts.relayRefund(holderKey(key), use.size, minute, until),
        ),
      )
    },
  }
}
