import type { Logger } from 'pino'
import { readAuditHead } from '../audit/audit.ts'
import type { AuditTable } from '../audit/auditTable.ts'
import type { Queries } from '../database/openDatabase.ts'
import { forgetRates } from '../limits/databaseCounter.ts'
import type { RatesTable } from '../limits/ratesTable.ts'
import { forgetUsed } from '../limits/rememberUsed.ts'
import type { UsedTable } from '../limits/usedTable.ts'

/**
 * Hourly upkeep of a server with shares: deletes expired rows, rewraps rows under the active key, and logs the head of
 * its audit log.
 * @param rotate - rewraps the rows; resolves to their number
 */
export async function tendStore({
  log,
  nowMs,
  queries,
  rotate,
  tables: { audit, rates, used },
}: {
  log: Logger
  nowMs: number
  queries: Pick<Queries, 'delete' | 'select'>
  rotate: () => Promise<number>
  tables: { readonly audit: AuditTable; readonly rates: RatesTable; readonly used: UsedTable }
}): Promise<void> {
  await forgetUsed(queries, used, nowMs)
  await forgetRates(queries, rates, nowMs)
  const rows = await rotate()
  if (rows > 0) log.info({ rows }, 'rows are under the active key')
  // Logs are stored elsewhere: comparing this head detects a truncated audit log.
  log.info({ head: await readAuditHead(queries, audit) }, 'audit head')
}
