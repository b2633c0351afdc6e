import { createLocalKms } from '@foyer/protocol'
import { createAudit, readAuditHead, verifyAudit } from './audit/audit.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/openDatabase.ts'
import { rotateKeys } from './keys/rotateKeys.ts'

const [command, head] = process.argv.slice(2)
try {
  if (command !== 'audit' && command !== 'rotate')
    throw new Error('audit [head] checks the audit log; rotate puts every row under the first key.')
  const { database, hmacKey: key, kek } = await readConfig(process.env)
  const { close, queries } = await openDatabase(database ?? { kind: 'memory' })
  try {
    if (command === 'audit') {
      const { brokenAt, rows } = await verifyAudit(queries, { key, head })
      if (brokenAt !== undefined)
        throw new Error(
          `The audit log is broken at row ${brokenAt}; ${rows} rows before it are well.`,
        )
      console.log(`${rows} rows, all well. Head: ${await readAuditHead(queries)}`)
    } else {
      const kms = await createLocalKms({ store: 'B', keys: kek })
      const rows = await rotateKeys({ audit: createAudit({ key, now: Date.now }), kms, queries })
      console.log(`${rows} rows put under ${kms.activeKid()}. None is under another key.`)
    }
  } finally {
    await close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
