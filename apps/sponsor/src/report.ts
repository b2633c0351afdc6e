import { and, asc, count, eq, inArray, like, not } from 'drizzle-orm'
import { formatEther } from 'viem'
import { dayOf } from './budget/spend.ts'
import { spending, submissions } from './database/schema.ts'
import type { Queries } from './database/sponsorDatabase.ts'

/** Tells the operator what each budget spent on a day (UTC), and how many transactions are in no block yet. */
export async function report(queries: Queries, day = dayOf(Date.now())): Promise<string> {
  const budgets = await queries
    .select()
    .from(spending)
    .where(and(eq(spending.day, day), not(like(spending.key, 'user:%'))))
    .orderBy(asc(spending.key))
  const [open] = await queries
    .select({ rows: count() })
    .from(submissions)
    .where(inArray(submissions.state, ['accepted', 'sent']))
  const lines = budgets.map(({ key, wei }) => `  ${key.padEnd(40)} ${formatEther(wei)} coins`)
  return [`${day} (UTC):`, ...lines, `${open?.rows ?? 0} transactions are in no block yet.`].join(
    '\n',
  )
}
