import type { AccountDevice } from '@foyer/protocol/login'
import { words } from '../account/words.ts'
import { pageLanguage } from '../approve/pageLanguage.ts'

/** Day before month in English too. */
const locale = pageLanguage === 'en' ? 'en-GB' : pageLanguage

/** Returns the site of a device, without its scheme. */
export const deviceSite = ({ origin }: AccountDevice): string =>
  origin === null ? words.devices.here : origin.replace(/^https?:\/\//, '')

const steps = [
  [60_000, 1_000, 'second'],
  [3_600_000, 60_000, 'minute'],
  [86_400_000, 3_600_000, 'hour'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'day'],
] as const

/** Formats a relative time: `5 minutes ago`. */
export function formatAgo(at: number, nowAt: number): string {
  const ago = Math.max(0, nowAt - at)
  const [, unitMs, unit] = steps.find(([limit]) => ago < limit)!
  const count = Math.floor(ago / unitMs)
  // No seconds, since they pass while the user reads.
  const format = new Intl.RelativeTimeFormat(pageLanguage, { numeric: 'auto' })
  return unit === 'second' ? format.format(0, 'second') : format.format(-count, unit)
}

/** Formats a date: `21 Nov 2026`. */
export const formatDay = (at: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at)

/** Formats date and time: `21 Nov 2026, 18:05`. */
export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
