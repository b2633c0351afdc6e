import type { Logger } from 'pino'
import { type Listening, listen } from '../http/listen.ts'
import { hourMs } from '../limits/ownLimits.ts'

/** A running server. */
export type RunningServer = {
  /** Where it listens: `http://127.0.0.1:4001`. */
  readonly url: string
  readonly port: number
  /** Finishes what is under way, then ends. */
  stop(): Promise<void>
}

type Fetch = Parameters<typeof listen>[0]

/**
 * Serves until it is stopped; what has to be tended is tended at the start and every hour.
 *
 * @throws when the port is taken (`EADDRINUSE`): `close` was called then
 */
export async function runServer({
  close,
  host,
  log,
  open,
  port,
  said,
  tend,
}: runServer.Parameters): Promise<RunningServer> {
  let listening: Listening
  let app: ReturnType<typeof open> | undefined
  try {
    // Only the bound port says where a server is when nobody else does.
    listening = await listen((request, env) => app!.fetch(request, env), { host, port })
    app = open(listening)
  } catch (error) {
    await close()
    throw error
  }
  const begin = async () =>
    tend?.().catch((error: unknown) => log.error({ error }, 'tending failed'))
  let tending = begin()
  const timer = setInterval(() => {
    tending = begin()
  }, hourMs)
  timer.unref()
  log.info({ at: `${host}:${listening.port}`, ...said }, 'ready')
  let stopping: Promise<void> | undefined
  return {
    url: listening.url,
    port: listening.port,
    stop() {
      stopping ??= (async () => {
        clearInterval(timer)
        await Promise.all([app?.end?.(), listening.close()])
        await tending
        await close()
        log.info('stopped')
      })()
      return stopping
    },
  }
}

export declare namespace runServer {
  type Parameters = {
    host: string
    /** 0 takes a free one. */
    port: number
    log: Logger
    /** What its first log line says besides where it is. */
    said: Record<string, string>
    /** Makes what answers, and what lets go of calls that wait when it is to end. */
    open: (listening: Listening) => { fetch: Fetch; end?: () => void | Promise<void> }
    /** At the start and every hour; a failure is logged, and it is tried again an hour later. @default nothing */
    tend?: () => Promise<void>
    /** Closes what the server stands on, after its last call. */
    close: () => Promise<void>
  }
}
