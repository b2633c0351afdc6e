import type { Browser } from './browser.ts'

/** What a clock may be off before anybody minds, ms. Wallets refuse what ended by their own clock. */
const slackMs = 60_000

/** The time as others have it, for what wallets compare with their own. */
export type Clock = {
  /** ms since 1970. */
  now(): number
  /** Asks the site's server, once it answered never again. @returns Whether the clock was found to be slow just now */
  learn(): Promise<boolean>
}

/**
 * This device's clock, put right where it is slow: a URI that is dated back is expired for every wallet. A fast clock
 * does no harm here; and a cached answer, which names an older time, looks like one.
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
