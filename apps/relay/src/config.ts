import {
  bareUrl,
  type Environment,
  logLevel,
  onOff,
  readEnvironment,
  secret,
  text,
  wholeNumber,
} from '@foyer/server'
import * as v from 'valibot'
import { defaultLimits, type start } from './start.ts'

const million = 1_000_000
const { handshakesPer10s, socketsPerAddress } = defaultLimits

/** Every variable the relay reads. */
const environment = {
  PORT: v.optional(wholeNumber(0, 65_535, 'a TCP port'), '4011'),
  HOST: v.optional(text('an address such as 127.0.0.1 or 0.0.0.0'), '127.0.0.1'),
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
  TRUST_PROXY: v.optional(wholeNumber(0, 10, 'proxies in front of this server'), '0'),
  SOCKETS_PER_ADDRESS: v.optional(wholeNumber(1, million, 'sockets'), String(socketsPerAddress)),
  HANDSHAKES_PER_10S: v.optional(wholeNumber(1, million, 'connections'), String(handshakesPer10s)),
  REQUESTS_PER_SECOND: v.optional(
    wholeNumber(1, million, 'requests'),
    String(defaultLimits.requestsPerSecond),
  ),
  TOPICS_PER_CLIENT: v.optional(
    wholeNumber(1, million, 'topics'),
    String(defaultLimits.topicsPerClient),
  ),
  PUBLISH_KB_PER_MINUTE: v.optional(
    wholeNumber(1, million, 'KiB'),
    String(defaultLimits.publishBytesPerMinute / 1024),
  ),
  MAX_MESSAGE_KB: v.optional(
    wholeNumber(16, 1024, 'KiB'),
    String(defaultLimits.maxMessageBytes / 1024),
  ),
  MAILBOX_MB: v.optional(
    wholeNumber(1, 65_536, 'MiB'),
    String(defaultLimits.totalBytes / 1_048_576),
  ),
  DRAIN_SECONDS: v.optional(wholeNumber(0, 300, 'seconds'), '10'),
  METRICS_TOKEN: v.optional(secret(16)),
  LOG_IP: v.optional(onOff, 'off'),
  LOG_LEVEL: v.optional(logLevel, 'info'),
}

/**
 * The relay's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 *
 * @throws Error that names each variable that is wrong, and what to write instead
 */
export async function readConfig(env: Environment): Promise<start.Options> {
  const values = await readEnvironment(environment, env)
  const { API_TOKEN: token, API_URL: apiUrl } = values
  if ((token === undefined) !== (apiUrl === undefined)) {
    throw new Error('API_URL and API_TOKEN belong together: set both, or none of them.')
  }
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: values.REDIS_URL === undefined ? values.DATA_DIR : undefined,
    isSynced: values.FSYNC,
    redisUrl: values.REDIS_URL,
    projects: apiUrl === undefined || token === undefined ? undefined : { apiUrl, token },
    audiences: values.RELAY_URLS,
    isSecure: values.HSTS,
    trustedProxies: values.TRUST_PROXY,
    limits: {
      socketsPerAddress: values.SOCKETS_PER_ADDRESS,
      handshakesPer10s: values.HANDSHAKES_PER_10S,
      requestsPerSecond: values.REQUESTS_PER_SECOND,
      // As with the defaults: five seconds' worth at once.
      requestBurst: values.REQUESTS_PER_SECOND * 5,
      topicsPerClient: values.TOPICS_PER_CLIENT,
      publishBytesPerMinute: values.PUBLISH_KB_PER_MINUTE * 1024,
      maxMessageBytes: values.MAX_MESSAGE_KB * 1024,
      totalBytes: values.MAILBOX_MB * 1_048_576,
    },
    drainMs: values.DRAIN_SECONDS * 1000,
    metricsToken: values.METRICS_TOKEN,
    logsAddresses: values.LOG_IP,
    logLevel: values.LOG_LEVEL,
  }
}
