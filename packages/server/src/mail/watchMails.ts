import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Queries } from '../database/openDatabase.ts'
import { countRate } from '../limits/databaseCounter.ts'
import type { RatesTable } from '../limits/ratesTable.ts'
import { rememberUsed } from '../limits/rememberUsed.ts'
import { hourMs } from '../limits/sharedLimits.ts'
import type { UsedTable } from '../limits/usedTable.ts'
import type { MailMeters } from '../metrics/mailMeters.ts'

/** Hours over which the usual number of mails is computed. @source security 2.9 */
const span = 168
/** Hours of data required before a usual number is computed. */
const minHours = 24
const factor = 3

/**
 * Counts mails by the hour, over all processes, and raises an alarm once in an hour with more than three times the
 * usual number: the median of the hours of the last seven days.
 * @param least - number of mails per hour below which there is no alarm. @default 30
 * @returns the mailer's `onSent`
 * @source security 2.9
 */
export function watchMails({
  least = 30,
  log,
  meters,
  now,
  queries,
  tables: { rates, used },
}: watchMails.Parameters): (isSent: boolean) => Promise<void> {
  /** By outcome: the current hour, its limit, and whether its alarm was raised. */
  const hours = new Map<string, { hour: number; limit: number; isRaised: boolean }>()
  const keyOf = (outcome: string, hour: number) => `mails:${outcome}:${hour}`

  const readLimit = async (outcome: string, hour: number): Promise<number> => {
    const keys = Array.from({ length: span }, (_, back) => keyOf(outcome, hour - 1 - back))
    const rows = await queries.select().from(rates).where(inArray(rates.key, keys))
    const counts = new Map(rows.map(({ count, key }) => [key, count]))
    const oldest = keys.findLastIndex((key) => counts.has(key))
    if (oldest + 1 < minHours) return Number.POSITIVE_INFINITY
    const sorted = keys
      .slice(0, oldest + 1)
      .map((key) => counts.get(key) ?? 0)
      .sort((a, b) => a - b)
    return Math.max(least, factor * (sorted[Math.floor(sorted.length / 2)] ?? 0))
  }

  return async (isSent) => {
    const outcome = isSent ? 'sent' : 'failed'
    meters.mails.inc({ outcome })
    const nowMs = now()
    const hour = Math.floor(nowMs / hourMs)
    const windowMs = (span + 1) * hourMs
    const { count } = await countRate(queries, rates, {
      key: keyOf(outcome, hour),
      nowMs,
      windowMs,
    })
    const known = hours.get(outcome)
    const current =
      known?.hour === hour
        ? known
        : { hour, limit: await readLimit(outcome, hour), isRaised: false }
    hours.set(outcome, current)
    if (current.isRaised || count <= current.limit) return
    current.isRaised = true
    const key = `mails:alarm:${outcome}:${hour}`
    // Only one process raises the alarm.
    if (!(await rememberUsed(queries, used, { key, until: (hour + 2) * hourMs }))) return
    meters.mailAlarms.inc({ outcome })
    log.error({ alarm: 'mails', outcome, count, limit: current.limit }, 'far more mails than usual')
  }
}

export declare namespace watchMails {
  type Parameters = {
    least?: number | undefined
    log: Logger
    meters: MailMeters
    now: () => number
    queries: Pick<Queries, 'insert' | 'select'>
    tables: { readonly rates: RatesTable; readonly used: UsedTable }
  }
}
