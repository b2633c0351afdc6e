import { createLocalKms } from '@foyer/protocol'
import { createAudit, openDatabase, readAuditHead, verifyAudit } from '@foyer/server'
import { readConfig } from './server/config.ts'
import { shape } from './server/database/database.ts'
import { audit } from './server/database/schema.ts'
import { newKeys } from './server/keys/newKeys.ts'
import { rotateKeys } from './server/keys/rotateKeys.ts'

const [command, head] = process.argv.slice(2)

async function onDatabase(): Promise<void> {
  const { database, kek, otpPepper: key } = await readConfig(process.env)
  const { close, queries } = await openDatabase(shape, database ?? { kind: 'memory' })
  try {
    if (command === 'audit') {
      const { brokenAt, rows } = await verifyAudit(queries, audit, { key, head })
      if (brokenAt !== undefined)
        throw new Error(
          `The audit log is broken at row ${brokenAt}; ${rows} rows before it are well.`,
        )
      console.log(`${rows} rows, all well. Head: ${await readAuditHead(queries, audit)}`)
    } else {
      const kms = await createLocalKms({ store: 'A', keys: kek })
      const append = createAudit(audit, { key, now: Date.now })
      const rows = await rotateKeys({ audit: append, kms, queries })
      console.log(`${rows} rows put under ${kms.activeKid()}. None is under another key.`)
    }
  } finally {
    await close()
  }
}

try {
  if (command === 'new') console.log(newKeys())
  else if (command === 'audit' || command === 'rotate') await onDatabase()
  else
    throw new Error(
      'new prints fresh keys of both servers; audit [head] checks the audit log; rotate puts every row under the first key.',
    )
} catch (error) {
  const { details, message } = error as Error & { details?: string }
  console.error(details ?? message)
  process.exitCode = 1
}
