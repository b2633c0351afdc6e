import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/**
 * Lets a server listen on 127.0.0.1.
 *
 * @param port - 0 takes a free one
 * @param who - who listens, as the error names it
 * @returns The port that it really is.
 * @throws Error with the system's cause, for example a taken port, and the cure
 */
export async function listen(server: Server, port: number, who: string): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(
      `${who} cannot listen on port ${port}: ${(cause as Error).message}. ` +
        'End the program that holds the port, or choose another port.',
      { cause },
    )
  }
  return (server.address() as AddressInfo).port
}
