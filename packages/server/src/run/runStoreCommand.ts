import { type AppendAudit, createAudit, readAuditHead, verifyAudit } from '../audit/audit.ts'
import type { AuditTable } from '../audit/auditTable.ts'
import {
  type DatabaseLocation,
  type DatabaseShape,
  openDatabase,
  type Queries,
} from '../database/openDatabase.ts'

/** Maximum of rounds of rewrapping; the last one must find no rows. */
const maxRounds = 4

/**
 * Runs an operator's command on the database of a server with shares: `audit` verifies its log, `rotate` rewraps every
 * row under the first key.
 * @returns the text to print
 * @throws Error that names the first modified row of the log, or says that rows under another key remain
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
      for (let all = 0, round = 0; round < maxRounds; round++) {
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
    /** For `audit`: a head that the server logged earlier. */
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
