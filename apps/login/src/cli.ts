import { createLocalKms } from '@foyer/protocol/custody'
import { readEnvironment } from '@foyer/server'
import { runStoreCommand } from '@foyer/server/database'
import * as v from 'valibot'
import { readConfig } from './server/config.ts'
import { shape } from './server/database/database.ts'
import { audit } from './server/database/schema.ts'
import { newKeys } from './server/keys/newKeys.ts'
import { rehashAddresses } from './server/keys/rehashAddresses.ts'
import { rotateKeys } from './server/keys/rotateKeys.ts'

const [command, head] = process.argv.slice(2)
/** Earlier values, under which the audit log of their time was written. */
const onlyHere = { OTP_PEPPERS_PAST: v.optional(v.string()) }
const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

async function onStore(command: 'audit' | 'rotate'): Promise<string> {
  const { database: location, kek, otpPepper: hmacKey, ...rest } = await readConfig(process.env)
  const { OTP_PEPPERS_PAST: past = '' } = await readEnvironment(onlyHere, process.env)
  const auditKeys = [hmacKey, rest.otpPepperSecond, ...past.split(',')].filter(isGiven)
  return runStoreCommand({
    ...{ audit, auditKeys, command, head, location, shape },
    async rotate(queries, append) {
      const kms = await createLocalKms({ store: 'A', keys: kek })
      const wrapped = await rotateKeys({ audit: append, kms, queries })
      const rows = wrapped + (await rehashAddresses({ audit: append, hmacKey, kms, queries }))
      return { kid: kms.activeKid(), rows }
    },
  })
}

try {
  if (command === 'new') console.log(newKeys())
  else if (command === 'audit' || command === 'rotate') console.log(await onStore(command))
  else
    throw new Error(
      'new prints fresh keys of both servers; audit [head] checks the audit log; rotate puts every row under the first key.',
    )
} catch (error) {
  const { details, message } = error as Error & { details?: string }
  console.error(details ?? message)
  process.exitCode = 1
}
