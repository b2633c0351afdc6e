import { type AppendAudit, createAudit, readAuditHead, verifyAudit } from '../audit/audit.ts'
import type { AuditTable } from '../audit/auditTable.ts'
import {
  type DatabaseLocation,
  type DatabaseShape,
  openDatabase,
  type Queries,
} from '../database/openDatabase.ts'

/**
 * What an operator runs on the store of a server that keeps shares: `audit` checks its log, `rotate` puts every row under
 * the first key.
 *
 * @returns what to print
 * @throws Error that names the first row of the log that is not as it was written
 */
export async function runStoreCommand<schema extends Record<string, unknown>>({
  audit,
  auditKeys,
  command,
  head,
  location = { kind: 'memory' },
  rotate,
  shape,
}: runStoreCommand.Parameters<schema>): Promise<string> {
  const { close, queries } = await openDatabase(shape, location)
  try {
    if (command === 'rotate') {
      const [key = ''] = auditKeys
      const { kid, rows } = await rotate(queries, createAudit(audit, { key, now: Date.now }))
      return `${rows} rows put under ${kid}. None is under another key.`
    }
    const { brokenAt, rows } = await verifyAudit(queries, audit, { keys: auditKeys, head })
    if (brokenAt !== undefined)
      throw new Error(
        `The audit log is broken at row ${brokenAt}; ${rows} rows before it are well.`,
      )
    return `${rows} rows, all well. Head: ${await readAuditHead(queries, audit)}`
  } finally {
    await close()
  }
}

export declare namespace runStoreCommand {
  type Parameters<schema extends Record<string, unknown>> = {
    command: 'audit' | 'rotate'
    /** Of `audit`: what the log printed earlier. */
    head: string | undefined
    shape: DatabaseShape<schema>
    location: DatabaseLocation<schema> | undefined
    audit: AuditTable
    /** The first writes, and all are good to check by. */
    auditKeys: readonly string[]
    rotate: (
      queries: Queries<schema>,
      append: AppendAudit,
    ) => Promise<{ kid: string; rows: number }>
  }
}
