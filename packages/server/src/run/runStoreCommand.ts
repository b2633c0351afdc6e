import { type AppendAudit, createAudit, readAuditHead, verifyAudit } from '../audit/audit.ts'
import type { AuditTable } from '../audit/auditTable.ts'
import {
  type DatabaseLocation,
  type DatabaseShape,
  openDatabase,
  type Queries,
} from '../database/openDatabase.ts'

/** The last round must find nothing left to do. */
const mostRounds = 4

/**
 * Commands that an operator runs on the store of a server with shares: `audit` checks its log, `rotate` rewraps every
 * row under the first key.
 * @returns what to print
 * @throws Error that names the first row of the log that is not as it was written, or says that rows stay under another key
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
      const append = createAudit(audit, { key, now: Date.now })
      for (let all = 0, round = 0; round < mostRounds; round++) {
        const { kid, rows } = await rotate(queries, append)
        all += rows
        if (rows === 0) return `${all} rows put under ${kid}. None is under another key.`
      }
      throw new Error(
        'There are still rows under another key: a server puts them there. Start it with the same first key.',
      )
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
    /** For `audit`: a head that the log printed earlier. */
    head: string | undefined
    shape: DatabaseShape<schema>
    location: DatabaseLocation<schema> | undefined
    audit: AuditTable
    /** The first key writes, all of them verify. */
    auditKeys: readonly string[]
    rotate: (
      queries: Queries<schema>,
      append: AppendAudit,
    ) => Promise<{ kid: string; rows: number }>
  }
}
