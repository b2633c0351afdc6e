import { createLocalKms } from '@foyer/protocol/custody'
import { runStoreCommand } from '@foyer/server/database'
import { readConfig } from './config.ts'
import { audit } from './database/schema.ts'
import { vaultDatabase } from './database/vaultDatabase.ts'
import { rotateKeys } from './keys/rotateKeys.ts'

const [command, head] = process.argv.slice(2)
try {
  if (command !== 'audit' && command !== 'rotate')
    throw new Error('audit [head] checks the audit log; rotate puts every row under the first key.')
  const { database: location, hmacKey, kek } = await readConfig(process.env)
  const said = await runStoreCommand({
    ...{ audit, auditKeys: [hmacKey], command, head, location, shape: vaultDatabase },
    async rotate(queries, append) {
      const kms = await createLocalKms({ store: 'B', keys: kek })
      const rows = await rotateKeys({ audit: append, kms, queries })
      return { kid: kms.activeKid(), rows }
    },
  })
  console.log(said)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
