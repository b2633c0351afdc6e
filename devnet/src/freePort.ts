import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listen.ts'

/** Finds a free port, for servers that need each other's port before they start. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, 'Nobody')
  server.close()
  await once(server, 'close')
  return port
}
