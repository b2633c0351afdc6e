import type { Logger } from 'pino'
import { type Listening, listen } from '../http/listen.ts'
import { hourMs } from '../limits/sharedLimits.ts'

/** A running server. */
export type RunningServer = {
  /** URL of the server: `http://127.0.0.1:4001`. */
  readonly url: string
  readonly port: number
  /** Finishes running calls, then closes the server and its resources. */
  stop(): Promise<void>
}

type Fetch = Parameters<typeof listen>[0]

/**
 * Serves until it is stopped; runs `tend` at the start and every hour.
 * @throws when the port is taken (`EADDRINUSE`): `close` has been called then
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
    // Listen first: with port 0, the URL depends on the bound port.
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
    /** TCP port; 0 for a free one. */
    port: number
    log: Logger
    /** Extra fields of the first log line. */
    said: Record<string, string>
    /** Creates the request handler, and `end`, which releases waiting calls on shutdown. */
    open: (listening: Listening) => { fetch: Fetch; end?: () => void | Promise<void> }
    /** Runs at the start and every hour; a failure is logged and retried an hour later. @default nothing */
    tend?: () => Promise<void>
    /** Closes the server's resources, after its last call has ended. */
    close: () => Promise<void>
  }
}
