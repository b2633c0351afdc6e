import { join } from 'node:path'
import {
  createLimiter,
  createLog,
  type LimitSettings,
  type Logger,
  type ProcessOptions,
  resolveLimits,
  runServer,
  secretsOfUrl,
} from '@foyer/server'
import { createApp } from './app.ts'
import { type Limits, limits as limitTable } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { createProjectRules } from './projects/projectRules.ts'
import { createRelay } from './relay.ts'
import { createHandshake } from './sockets/handshake.ts'
import { createSockets } from './sockets/sockets.ts'
import { openJournalStore } from './store/journalStore.ts'
import { createMemoryStore } from './store/memoryStore.ts'
import type { Store } from './store/store.ts'

/** A running relay. */
export type RunningRelay = {
  /** The `relayUrl` of clients: `ws://127.0.0.1:4011`. */
  readonly url: string
  /** Base of `/health` and `/metrics`: `http://127.0.0.1:4011`. */
  readonly httpUrl: string
  readonly port: number
  /** Closes all clients, flushes the mailboxes to disk, and closes the server. */
  stop(): Promise<void>
}

/**
 * Starts the relay.
 *
 * @throws when the port is taken, the data folder can not be read, or Redis does not answer
 */
export async function start({
  audiences,
  dataFolder,
  drainMs = 0,
  host = '127.0.0.1',
  isSynced = true,
  isSecure = audiences?.every((url) => url.startsWith('wss:')) ?? false,
  limits: givenLimits,
  logDestination,
  logLevel = 'error',
  logsAddresses = false,
  metricsToken,
  now = Date.now,
  port,
  projects,
  redisUrl,
  secrets = [],
  trustedProxies = 0,
}: start.Options): Promise<RunningRelay> {
  const limits = resolveLimits(limitTable, givenLimits)
  const log = createLog({
    app: 'relay',
    level: logLevel,
    destination: logDestination,
    secrets: [
      ...secrets,
      ...(redisUrl === undefined ? [] : redisUrl.split(',').flatMap(secretsOfUrl)),
      ...[metricsToken, projects?.token],
    ],
  })
  if (audiences === undefined)
    log.warn('RELAY_URLS is not set: tokens that were made for any relay are accepted')
  if (projects === undefined)
    log.warn('API_URL is not set: every project and every origin may connect')
  const store = await openStore({ dataFolder, isSynced, limits, log, now, redisUrl })

  const metrics = createMetrics({
    ofProcess: true,
    readSizes: () => {
      const { bytes, messages, topics } = store.readSize()
      return {
        sockets: sockets.count(),
        topics: relay.readSize().topics,
        mailboxes: topics,
        mailboxBytes: bytes,
        mailboxLimitBytes: redisUrl === undefined ? limits.totalBytes : 0,
        mailboxMessages: messages,
      }
    },
  })
  const relay = createRelay({
    limits,
    now,
    store,
    observer: {
      onRequest: (method, outcome, ms) =>
        metrics.requestSeconds.observe({ method, outcome }, ms / 1000),
      onDelivered: (ms) => metrics.deliverySeconds.observe(ms / 1000),
      onFailure: (error) => log.error({ error }, 'the store failed'),
    },
  })
  const sockets = createSockets({
    limits,
    log,
    logsAddresses,
    metrics,
    relay,
    trustedProxies,
    judge: createHandshake({
      audiences,
      now,
      projects:
        projects &&
        createProjectRules({
          ...projects,
          now,
          onFailure: (error) => {
            metrics.unknownProjects.inc()
            log.warn({ error }, 'the api could not be asked about a project')
          },
        }),
    }),
    limiter: createLimiter({ counters: [store.count], now }),
  })
  store.watch({
    onMessage: (message) => sockets.perform(relay.deliver(message)),
    onGap: () => {
      for (const connection of relay.missed()) void relay.resume(connection).then(sockets.perform)
    },
  })

  const app = createApp({
    ...{ isSecure, limits, log, metrics, metricsToken, trustedProxies },
    checkHealth: () => store.ping(),
  })
  const {
    port: boundPort,
    stop,
    url,
  } = await runServer({
    host,
    port,
    log,
    said: { store: redisUrl ? 'redis' : dataFolder ? 'journal' : 'memory' },
    open({ server }) {
      server.on('upgrade', sockets.upgrade)
      return { fetch: app.fetch, end: () => sockets.stop(drainMs) }
    },
    async close() {
      await sockets.stop(0)
      await store.close()
    },
  })
  return { url: url.replace('http', 'ws'), httpUrl: url, port: boundPort, stop }
}

export declare namespace start {
  type Options = ProcessOptions & {
    /** Folder of the mailboxes on disk. @default none: in memory, lost when the process ends */
    dataFolder?: string | undefined
    /**
     * Calls `fsync` for a message before a publish is acknowledged, so that it survives a power cut. Without, it survives
     * only the end of the process. @default true
     */
    isSynced?: boolean | undefined
    /**
     * Redis that several processes share for mailboxes and limits: `redis://host:6379`, or some nodes of a Cluster joined by
     * commas. @default none: one process
     */
    redisUrl?: string | undefined
    /** Accepted `aud` values (relay URLs) of clients' tokens. @default any */
    audiences?: readonly string[] | undefined
    /** The api that stores projects and origins. @default none: every project may connect */
    projects?: { readonly apiUrl: string; readonly token: string } | undefined
    limits?: LimitSettings<typeof limitTable> | undefined
    /** Time over which a stop closes the clients, in ms, so that they do not all reconnect at once. @default 0 */
    drainMs?: number | undefined
    /** Tells browsers to use TLS only (HSTS). @default true when all of `audiences` are wss */
    isSecure?: boolean | undefined
    /** Logs client addresses. @default false */
    logsAddresses?: boolean | undefined
    /** Additional texts to redact in logs. @default none */
    secrets?: readonly string[] | undefined
    /** Gives the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}

async function openStore({
  dataFolder,
  isSynced,
  limits,
  log,
  now,
  redisUrl,
}: {
  dataFolder: string | undefined
  isSynced: boolean
  limits: Limits
  log: Logger
  now: () => number
  redisUrl: string | undefined
}): Promise<Store> {
  if (redisUrl !== undefined) {
    // Loaded on demand: it needs 12 MB of memory.
    const { openRedisStore } = await import('./store/redisStore.ts')
    const onFailure = (error: unknown) => log.warn({ error }, 'Redis failed')
    return openRedisStore({ limits, now, onFailure, url: redisUrl })
  }
  if (dataFolder === undefined) return createMemoryStore(limits, { now })
  const { damage, store } = await openJournalStore({
    folder: join(dataFolder, 'mailboxes'),
    limits,
    now,
    onFailure: (error) => log.error({ error }, 'the journal failed'),
    sync: isSynced,
  })
  for (const { bytes, file, isCutShort } of damage)
    if (isCutShort)
      log.info({ bytes, file }, 'a write was cut short: no client was told that it is kept')
    else log.error({ bytes, file }, 'a part of the journal can not be read: the file is kept aside')
  log.info({ messages: store.readSize().messages }, 'mailboxes read')
  return store
}
