import { createLocalKms } from '@foyer/protocol'
import { createAudit, openDatabase, readAuditHead, verifyAudit } from '@foyer/server'
import { readConfig } from './config.ts'
import { audit } from './database/schema.ts'
import { vaultDatabase } from './database/vaultDatabase.ts'
import { rotateKeys } from './keys/rotateKeys.ts'

const [command, head] = process.argv.slice(2)
try {
  if (command !== 'audit' && command !== 'rotate')
    throw new Error('audit [head] checks the audit log; rotate puts every row under the first key.')
  const { database, hmacKey: key, kek } = await readConfig(process.env)
  const { close, queries } = await openDatabase(vaultDatabase, database ?? { kind: 'memory' })
  try {
    if (command === 'audit') {
      const { brokenAt, rows } = await verifyAudit(queries, audit, { key, head })
      if (brokenAt !== undefined)
        throw new Error(
          `The audit log is broken at row ${brokenAt}; ${rows} rows before it are well.`,
        )
      console.log(`${rows} rows, all well. Head: ${await readAuditHead(queries, audit)}`)
    } else {
      const kms = await createLocalKms({ store: 'B', keys: kek })
      const append = createAudit(audit, { key, now: Date.now })
      const rows = await rotateKeys({ audit: append, kms, queries })
      console.log(`${rows} rows put under ${kms.activeKid()}. None is under another key.`)
    }
  } finally {
    await close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
