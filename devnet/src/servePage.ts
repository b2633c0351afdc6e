import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { listen } from './listen.ts'

/** A running page. */
export type ServedPage = {
  /** Its own origin and site: `http://wallet.localhost:port`. Programs connect to 127.0.0.1. */
  url: string
  port: number
  stop: () => Promise<void>
}

/**
 * Serves a page on 127.0.0.1; browsers reach it as `<name>.localhost`.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function servePage(
  fetch: (request: Request) => Response | Promise<Response>,
  { name, port, who }: { name: string; port: number; who: string },
): Promise<ServedPage> {
  const server = createAdaptorServer({ fetch }) as Server
  const real = await listen(server, port, who)
  return {
    url: `http://${name}.localhost:${real}`,
    port: real,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
