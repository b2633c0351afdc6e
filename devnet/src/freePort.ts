import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listen.ts'

/**
 * First port, and the first one above. The system gives ports above to outgoing connections (from 32768 on Linux, 49152
 * elsewhere) and to servers on port 0: one of those may take a port while its server restarts.
 */
const [first, end] = [11_000, 32_000]
const given = new Set<number>()

/** Finds a free port that stays free while its server is down: for servers that restart, or need each other's port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end)
    if (given.has(port)) continue
    const server = createServer()
    const isFree = await listen(server, port, 'Nobody').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    given.add(port)
    return port
  }
}
