import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server: open, refusing, or silent (accepts data and forwards nothing). */
export type Gate = {
  readonly port: number
  set(state: 'open' | 'shut' | 'silent'): void
  stop(): Promise<void>
}

/** Opens a proxy on a free port. @param target - The port of the server behind it. */
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
      // Close kept-alive connections, which would bypass the new state.
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
