import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A call as the node understood it. */
export type Heard = { readonly method: string; readonly id: unknown; readonly text: string }

/** A node that parses JSON differently from this server, over HTTP and WebSocket. */
export type LooseNode = {
  readonly url: string
  readonly wsUrl: string
  readonly heard: Heard[]
  /** Sends a text to every connection. */
  say(text: string): void
  stop(): Promise<void>
}

/**
 * Ignores the case of names and uses the last of duplicates, as the JSON packages of several languages do.
 * @param answer - the text of an answer to a call
 */
export async function startLooseNode(
  answer: (heard: Heard) => string = ({ id }) =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"0x1"}`,
): Promise<LooseNode> {
  const heard: Heard[] = []
  const read = (text: string): string => {
    const content: unknown = JSON.parse(text, (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]))
        : value,
    )
    const answers = [content].flat().map((entry) => {
      const { id, method } = entry as { id: unknown; method: unknown }
      const one = { id, method: String(method), text }
      heard.push(one)
      return answer(one)
    })
    return Array.isArray(content) ? `[${answers.join(',')}]` : answers[0]!
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => response.end(read(body)))
  })
  const sockets = new WebSocketServer({ server })
  const open = new Set<WebSocket>()
  sockets.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('message', (data) => socket.send(read(String(data))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    heard,
    url: `http://${at}`,
    wsUrl: `ws://${at}`,
    say(text) {
      for (const socket of open) socket.send(text)
    },
    async stop() {
      for (const socket of open) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
