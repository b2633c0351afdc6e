import {
  bareUrl,
  type Environment,
  onOff,
  processVariables,
  readEnvironment,
  readProcessOptions,
  secret,
  text,
  wholeNumber,
} from '@foyer/server'
import * as v from 'valibot'
import { limits } from './limits.ts'
import type { start } from './start.ts'

/** Every variable the relay reads. */
const environment = {
  ...processVariables('4011'),
  DATA_DIR: v.optional(text('a folder'), '.foyer/relay'),
  FSYNC: v.optional(onOff, 'on'),
  REDIS_URL: v.optional(
    v.pipe(v.string(), v.regex(/^rediss?:\/\//, 'must look like redis://user:password@host:6379')),
  ),
  API_URL: v.optional(bareUrl('http://127.0.0.1:4010')),
  API_TOKEN: v.optional(secret(16)),
  RELAY_URLS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((url) => url.trim())),
      v.array(
        v.pipe(
          v.string(),
          v.regex(/^wss?:\/\/\S+$/, 'must be a list of addresses such as wss://relay.example.com'),
        ),
      ),
    ),
  ),
  HSTS: v.optional(onOff),
  DRAIN_SECONDS: v.optional(wholeNumber(0, 300, 'seconds'), '10'),
  LOG_IP: v.optional(onOff, 'off'),
}

/**
 * Reads the relay's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 * @throws Error that names each variable that is wrong, and what to write instead
 */
export async function readConfig(env: Environment): Promise<start.Options> {
  const values = await readEnvironment(environment, env, limits)
  const { API_TOKEN: token, API_URL: apiUrl } = values
  if ((token === undefined) !== (apiUrl === undefined)) {
    throw new Error('API_URL and API_TOKEN belong together: set both, or none of them.')
  }
  return {
    ...readProcessOptions(values),
    dataFolder: values.REDIS_URL === undefined ? values.DATA_DIR : undefined,
    isSynced: values.FSYNC,
    redisUrl: values.REDIS_URL,
    projects: apiUrl === undefined || token === undefined ? undefined : { apiUrl, token },
    audiences: values.RELAY_URLS,
    isSecure: values.HSTS,
    limits: values.limits,
    drainMs: values.DRAIN_SECONDS * 1000,
    logsAddresses: values.LOG_IP,
  }
}
