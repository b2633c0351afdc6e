import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request received by a test's upstream. */
export type Asked = {
  readonly body: string
  readonly headers: IncomingHttpHeaders
  /** Path and query. */
  readonly path: string
}

/** A real HTTP server whose JSON-RPC answers a test controls. */
export async function startUpstream(
  answer: (asked: Asked, response: ServerResponse, count: number) => void | Promise<void>,
) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const entry = { body, headers: request.headers, path: request.url ?? '' }
      asked.push(entry)
      void answer(entry, response, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes a request on to a real chain. */
export async function forward(url: string, { body }: Pick<Asked, 'body'>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  return response.text()
}
