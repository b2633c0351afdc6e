import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/**
 * Makes a server listen on 127.0.0.1.
 *
 * @param port - 0 for a free one
 * @param who - the server's name in the error
 * @returns The actual port.
 * @throws Error with the system's cause, for example a port in use, and the fix
 */
export async function listen(server: Server, port: number, who: string): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(
      `${who} cannot listen on port ${port}: ${(cause as Error).message}. ` +
        'Stop the program that uses the port, or choose another port.',
      { cause },
    )
  }
  return (server.address() as AddressInfo).port
}
