import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { start } from '@foyer/api'

/** The three states of an api: it answers, it is down, it accepts connections and never answers. */
export type Apis = { healthy: string; dead: string; blackHoled: string; stop: () => Promise<void> }

export async function startApis(pageOrigin: string): Promise<Apis> {
  const api = await start({
    port: 0,
    logLevel: 'silent',
    projects: [{ id: 'bench', name: 'Bench', origins: [pageOrigin] }],
  })
  const sockets = new Set<Socket>()
  const hole = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  const closed = createServer()
  for (const server of [hole, closed])
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
  const addressOf = (server: typeof hole) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const dead = addressOf(closed)
  await new Promise((resolve) => closed.close(resolve))
  return {
    healthy: api.url,
    dead,
    blackHoled: addressOf(hole),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => hole.close(resolve))
      await api.stop()
    },
  }
}
