import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveLimits } from '@foyer/server'
import { checkVariables } from '@foyer/server/testLimits'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { limits } from './limits.ts'

test('needs no variable', async () => {
  const config = await readConfig({})
  expect(config).toMatchObject({
    port: 4011,
    host: '127.0.0.1',
    dataFolder: '.foyer/relay',
    isSynced: true,
    drainMs: 10_000,
    trustedProxies: 0,
    logsAddresses: false,
    logLevel: 'info',
  })
  expect([config.redisUrl, config.projects, config.audiences]).toEqual([
    undefined,
    undefined,
    undefined,
  ]) // prettier-ignore
  expect(resolveLimits(limits, config.limits)).toEqual(resolveLimits(limits))
})

test('reads every variable, and secrets from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
  const file = join(folder, 'token')
  await writeFile(file, 'fedcba9876543210\n')
  const config = await readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    REDIS_URL: 'rediss://u:p@redis:6379',
    API_URL: 'http://127.0.0.1:4010/',
    API_TOKEN_FILE: file,
    RELAY_URLS: 'wss://relay.example.com, ws://127.0.0.1:4011',
    TRUST_PROXY: '2',
    SOCKETS_PER_ADDRESS: '7',
    HANDSHAKES_PER_10S: '8',
    REQUESTS_PER_SECOND: '9',
    TOPICS_PER_CLIENT: '10',
    PUBLISH_KB_PER_MINUTE: '11',
    MAX_MESSAGE_KB: '512',
    MAILBOX_MB: '12',
    DRAIN_SECONDS: '30',
    METRICS_TOKEN: '0123456789abcdef',
    FSYNC: 'off',
    HSTS: 'on',
    LOG_IP: 'on',
    LOG_LEVEL: 'warn',
  })
  await rm(folder, { recursive: true })
  expect(config).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    dataFolder: undefined,
    redisUrl: 'rediss://u:p@redis:6379',
    projects: { apiUrl: 'http://127.0.0.1:4010', token: 'fedcba9876543210' },
    audiences: ['wss://relay.example.com', 'ws://127.0.0.1:4011'],
    trustedProxies: 2,
    limits: {
      socketsPerAddress: 7,
      handshakesPer10s: 8,
      requestsPerSecond: 9,
      topicsPerClient: 10,
      publishBytesPerMinute: 11_264,
      maxMessageBytes: 524_288,
      totalBytes: 12_582_912,
    },
    drainMs: 30_000,
    isSynced: false,
    isSecure: true,
    metricsToken: '0123456789abcdef',
    logsAddresses: true,
    logLevel: 'warn',
  })
})

test('drains for five minutes at most, or not at all', async () => {
  expect(await readConfig({ DRAIN_SECONDS: '300' })).toMatchObject({ drainMs: 300_000 })
  expect(await readConfig({ DRAIN_SECONDS: '0' })).toMatchObject({ drainMs: 0 })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number of a TCP port'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must look like redis://'],
  [{ RELAY_URLS: 'https://relay.example' }, 'must be a list of addresses such as wss://'],
  [{ API_URL: 'http://127.0.0.1:4010' }, 'API_URL and API_TOKEN belong together'],
  [{ API_TOKEN: 'fedcba9876543210' }, 'API_URL and API_TOKEN belong together'],
  [{ API_TOKEN: 'fedcba987654321' }, 'API_TOKEN must'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number'],
  [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS must be at most 300'],
  [{ METRICS_TOKEN: 'change-me-change-me' }, 'METRICS_TOKEN is a sample value'],
  [{ MAX_MESSAGE_KB: '4' }, 'MAX_MESSAGE_KB must be at least 16'],
  [{ LOG_IP: 'yes' }, 'LOG_IP must be on or off'],
  [{ API_TOKEN_FILE: '/nowhere/token' }, 'API_TOKEN_FILE names /nowhere/token'],
])('error: %j', async (env, words) => {
  await expect(readConfig(env)).rejects.toThrow(words)
})

test('[T122] sets each limit by its variable, and refuses a value that makes no sense', () =>
  checkVariables(
    limits,
    async (env) => (await readConfig(env)).limits,
    new URL('../README.md', import.meta.url),
  ))
