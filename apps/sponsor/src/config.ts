import { readFile } from 'node:fs/promises'
import {
  bareUrl,
  databaseUrl,
  type Environment,
  processVariables,
  readEnvironment,
  readProcessOptions,
  secret,
  text,
} from '@foyer/server'
import { locateDatabase } from '@foyer/server/database'
import * as v from 'valibot'
import { limits } from './limits.ts'
import { policy } from './policy/policy.ts'
import type { start } from './start.ts'

/** Every variable the server reads. */
const environment = {
  ...processVariables('4009'),
  DATABASE_URL: v.optional(databaseUrl),
  DATA_DIR: v.optional(text('a folder'), '.foyer/sponsor'),
  POLICY: text('JSON, or the path of a JSON file'),
  SENDER_KEYS: v.pipe(
    v.string('is missing: private keys of the accounts that pay, separated by commas'),
    v.transform((keys) => keys.split(',').map((key) => key.trim())),
    v.array(
      v.pipe(
        v.string(),
        v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits for each account'),
        v.transform((key) => key as `0x${string}`),
      ),
    ),
    v.maxLength(16),
  ),
  PAYMASTER_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits'),
      v.transform((key) => key as `0x${string}`),
    ),
  ),
  SERVICE_TOKEN: v.optional(secret(16)),
  TRUSTED_PAYMASTERS: v.optional(
    v.pipe(
      v.string(),
      v.transform((origins) => origins.split(',').map((one) => one.trim())),
      v.array(bareUrl('http://127.0.0.1:4009')),
    ),
  ),
}

/**
 * Reads the server's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 * @throws Error that names each variable that is wrong, and what to write instead
 */
export async function readConfig(env: Environment): Promise<start.Options> {
  const values = await readEnvironment(environment, env, limits)
  return {
    ...readProcessOptions(values),
    database: locateDatabase(values.DATABASE_URL, values.DATA_DIR),
    policy: await readPolicy(values.POLICY),
    senderKeys: values.SENDER_KEYS,
    paymasterKey: values.PAYMASTER_KEY,
    trustedPaymasters: values.TRUSTED_PAYMASTERS,
    serviceToken: values.SERVICE_TOKEN,
    limits: values.limits,
  }
}

async function readPolicy(setting: string): Promise<v.InferInput<typeof policy>> {
  const isJson = setting.trimStart().startsWith('{')
  const content = isJson
    ? setting
    : await readFile(setting, 'utf8').catch((cause: unknown) => {
        throw new Error(`POLICY names ${setting}, which can not be read.`, { cause })
      })
  let written: unknown
  try {
    written = JSON.parse(content)
  } catch {
    // Not the parser's own message, which quotes the text with its addresses of nodes and their keys.
    throw new Error('POLICY is not valid JSON.')
  }
  const parsed = v.safeParse(policy, written)
  if (parsed.success) return written as v.InferInput<typeof policy>
  const lines = parsed.issues
    .slice(0, 10)
    .map((issue) => `  POLICY.${v.getDotPath(issue) ?? ''} ${issue.message}`)
  throw new Error(`POLICY is not valid:\n${lines.join('\n')}`)
}
