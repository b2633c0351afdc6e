/**
 * Servers of tests keep a connection as long as Foyer's own do. After Node's five seconds, a busy process closes one on which it
 * has just sent a request.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

const nodeDefaultMs = 5_000
const key = Symbol.for('foyer.keepConnections')
const kept = globalThis as unknown as Record<symbol, boolean>

if (!kept[key]) {
  kept[key] = true
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    if (server.keepAliveTimeout === nodeDefaultMs) server.keepAliveTimeout = 75_000
  })
}
