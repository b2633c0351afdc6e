import type { Browser } from './browser.ts'

/** Tolerated clock error, ms. Wallets reject by their own clock what has expired. */
const slackMs = 60_000

/** Time for dates that wallets compare with their own clock. */
export type Clock = {
  /** ms since 1970. */
  now(): number
  /** Asks the site's server until it has answered once. @returns True if the clock turned out to be slow just now */
  learn(): Promise<boolean>
}

/**
 * Corrects a slow device clock only: a URI with an early date is expired for every wallet. A fast clock does no harm
 * here, and a cached answer with an older time looks like one.
 */
export function createClock({
  now,
  readServerTime,
}: Pick<Browser, 'now' | 'readServerTime'>): Clock {
  let behindMs = 0
  let learnt = false
  return {
    now: () => now() + behindMs,
    async learn() {
      if (learnt) return false
      const time = await readServerTime()
      if (time === undefined || learnt) return false
      learnt = true
      const found = time - now()
      if (found < slackMs) return false
      behindMs = found
      return true
    },
  }
}
