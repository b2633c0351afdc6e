import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The upper limit for a relay's speed: reads each frame, answers a publish, forwards it to the topic's subscriber, and
 * receives the acknowledgement. It stores nothing and checks no identity.
 */
const readers = new Map<string, WebSocket>()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
let pushId = Date.now() * 1000

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { id, method, params } = JSON.parse((data as Buffer).toString())
    if (method === undefined) return
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    if (method === 'irn_batchSubscribe') {
      for (const topic of params.topics) readers.set(topic, socket)
    } else if (method === 'irn_publish') {
      const { message, tag, topic } = params
      const push = { id: 'x', data: { topic, message, publishedAt: Date.now(), tag } }
      readers.get(topic)?.send(
        JSON.stringify({
          id: pushId++,
          jsonrpc: '2.0',
          method: 'irn_subscription',
          params: push,
        }),
      )
    }
  })
})
server.on('listening', () => {
  console.log(`Forwarder on ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
