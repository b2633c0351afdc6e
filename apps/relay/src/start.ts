import { join } from 'node:path'
import {
  createLog,
  type DestinationStream,
  type Listening,
  type Logger,
  type LogLevel,
  listen,
  secretsOfUrl,
} from '@foyer/server'
import { createApp } from './app.ts'
import { createMetrics } from './metrics.ts'
import { createProjectRules } from './projects/projectRules.ts'
import { createRelay, type RelayLimits } from './relay.ts'
import { createHandshake } from './sockets/handshake.ts'
import { createSockets, type SocketLimits } from './sockets/sockets.ts'
import { openJournalStore } from './store/journalStore.ts'
import { createMemoryStore } from './store/memoryStore.ts'
import type { Store, StoreLimits } from './store/store.ts'
import { sha256 } from './subscriptionId.ts'

/** A running relay. */
export type RunningRelay = {
  /** What clients take as `relayUrl`: `ws://127.0.0.1:4011`. */
  readonly url: string
  /** Where `/health` and `/metrics` are: `http://127.0.0.1:4011`. */
  readonly httpUrl: string
  readonly port: number
  /** Lets clients go, keeps what is in the mailboxes, then ends. */
  stop(): Promise<void>
}

export type Limits = RelayLimits & SocketLimits & StoreLimits

/** What holds where an operator says nothing else. */
export const defaultLimits: Limits = {
  topicsPerClient: 2000,
  requestsPerSecond: 60,
  requestBurst: 300,
  requestsAtOnce: 300,
  answerMs: 10_000,
  maxInFlight: 1000,
  maxTtlMs: 604_800_000,
  socketsPerAddress: 200,
  handshakesPer10s: 20,
  maxMessageBytes: 262_144,
  pauseBytes: 1_048_576,
  cutBytes: 8_388_608,
  pingMs: 20_000,
  idleMs: 600_000,
  topicMessages: 100,
  topicBytes: 2_097_152,
  totalBytes: 268_435_456,
  publishBytesPerMinute: 5_242_880,
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
  const limits = { ...defaultLimits, ...givenLimits }
  const log = createLog({
    app: 'relay',
    level: logLevel,
    destination: logDestination,
    secrets: [
      ...secrets,
      ...(redisUrl === undefined ? [] : secretsOfUrl(redisUrl)),
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
    // Hashed: an address stands nowhere in a store, not even for ten seconds.
    takeHandshake: (address) =>
      store.take(`handshake:${sha256(address).slice(0, 32)}`, {
        cost: 1,
        limit: limits.handshakesPer10s,
        windowMs: 10_000,
      }),
  })
  store.watch({
    onMessage: (message) => sockets.perform(relay.deliver(message)),
    onGap: () => {
      for (const connection of relay.missed()) void relay.resume(connection).then(sockets.perform)
    },
  })

  const app = createApp({
    ...{ isSecure, log, metrics, metricsToken, trustedProxies },
    checkHealth: () => store.ping(),
  })
  let listening: Listening
  try {
    listening = await listen(app.fetch, { host, port })
  } catch (error) {
    await sockets.stop(0)
    await store.close()
    throw error
  }
  listening.server.on('upgrade', sockets.upgrade)
  const { port: boundPort, server, url: httpUrl } = listening
  log.info(
    { at: `${host}:${boundPort}`, store: redisUrl ? 'redis' : dataFolder ? 'journal' : 'memory' },
    'ready',
  )
  let stopping: Promise<void> | undefined
  return {
    url: httpUrl.replace('http', 'ws'),
    httpUrl,
    port: boundPort,
    stop() {
      stopping ??= (async () => {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()))
        await sockets.stop(drainMs)
        server.closeAllConnections()
        await closed
        await store.close()
        log.info('stopped')
      })()
      return stopping
    },
  }
}

export declare namespace start {
  type Options = {
    /** 0 takes a free one. */
    port: number
    /** @default '127.0.0.1' */
    host?: string | undefined
    /** Where mailboxes are kept on disk. @default nowhere: they are gone at the end */
    dataFolder?: string | undefined
    /**
     * Whether a publish is answered only when the disk has the message, so that it survives a power cut; else when the
     * operating system has it, so that it survives the end of the process. @default true
     */
    isSynced?: boolean | undefined
    /** Mailboxes and limits of several processes: `redis://host:6379`. @default this process's memory */
    redisUrl?: string | undefined
    /** What tokens may name as the relay's address. @default anything */
    audiences?: readonly string[] | undefined
    /** Who knows projects and origins. @default every project may connect */
    projects?: { readonly apiUrl: string; readonly token: string } | undefined
    limits?: Partial<Limits> | undefined
    /** Over how long clients are let go at the end. @default 0 ms */
    drainMs?: number | undefined
    /** Whether browsers are told to come by TLS only (HSTS). @default when all of `audiences` are wss */
    isSecure?: boolean | undefined
    /** How many proxies in front are to be believed about addresses. @default 0 */
    trustedProxies?: number | undefined
    /** What `/metrics` wants as a bearer token. @default it answers nobody */
    metricsToken?: string | undefined
    /** @default 'error' */
    logLevel?: LogLevel | undefined
    /** Whether addresses of clients stand in the log. @default false */
    logsAddresses?: boolean | undefined
    /** @default standard output */
    logDestination?: DestinationStream | undefined
    /** Texts that must never be logged, besides those the server knows itself. @default none */
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
    // 12 MB that one process alone does not need.
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
