import { fill, words } from '../words.ts'

/** The remaining time is shown when it is at most this, in seconds. */
const lastSeconds = 60

/** Describes the time until a request expires, in its last minute. @param left - Seconds. */
export function clockOf(left: number): string | undefined {
  if (left > lastSeconds) return undefined
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return fill(words.expires, { time })
}
