import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A door before a server: open, shut, or one that takes what is said and passes nothing on. */
export type Gate = {
  readonly port: number
  set(state: 'open' | 'shut' | 'silent'): void
  stop(): Promise<void>
}

/** Opens a door on a port of its own. @param target - The port of the server behind it. */
export async function openGate(target: () => number): Promise<Gate> {
  let state: 'open' | 'shut' | 'silent' = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((socket) => {
    keep(socket)
    if (state === 'shut') return void socket.destroy()
    if (state === 'silent') return void socket.resume()
    const behind = connect(target(), '127.0.0.1')
    keep(behind)
    socket.pipe(behind).pipe(socket)
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      state = next
      // Connections that are kept open would pass by.
      for (const socket of sockets) {
        if (next === 'silent') socket.unpipe().resume()
        else socket.destroy()
      }
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
