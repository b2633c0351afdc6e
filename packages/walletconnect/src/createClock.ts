import type { Browser } from './browser.ts'

/** Tolerated clock error, ms. Wallets check expiry by their own clock. */
const slackMs = 60_000

/** Clock for dates that wallets compare with their own. */
export type Clock = {
  /** ms since 1970. */
  now(): number
  /** Requests the server's time, until it has answered once. @returns True if the device's clock is slow */
  sync(): Promise<boolean>
}

/**
 * Creates a clock that corrects a slow device clock, by which every new URI would be expired for wallets. It does not
 * correct a fast one, which does no harm here and looks the same as a cached answer with an old date.
 */
export function createClock({
  now,
  readServerTime,
}: Pick<Browser, 'now' | 'readServerTime'>): Clock {
  let behindMs = 0
  let isSynced = false
  return {
    now: () => now() + behindMs,
    async sync() {
      if (isSynced) return false
      const time = await readServerTime()
      if (time === undefined || isSynced) return false
      isSynced = true
      const found = time - now()
      if (found < slackMs) return false
      behindMs = found
      return true
    },
  }
}
