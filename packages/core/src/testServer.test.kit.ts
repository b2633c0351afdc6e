import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request as received. */
export type Received = {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  contentType: string | undefined
  /** ms since 1970. */
  at: number
}

export type Answer = (request: Received, response: ServerResponse) => unknown

export type TestServer = { url: string; requests: Received[]; answer: Answer }

/**
 * A real HTTP server on a free port, which stops with the test. The result of `answer` is sent as JSON with 200; with
 * undefined `answer` responds itself. Set `answer` to change the next response.
 */
export async function testServer(answer: Answer): Promise<TestServer> {
  const server = createServer(async (message, response) => {
    const request = await receive(message)
    test.requests.push(request)
    const body = await test.answer(request, response)
    if (body !== undefined) sendJson(response, 200, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const test: TestServer = { url: `http://127.0.0.1:${port}`, requests: [], answer }
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return test
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Sends an error in the format of Foyer's servers. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { code: 'unauthorized', message } })
}

/** An address without a server: port 2 is reserved, while one that was just closed may be given to another server. */
export const deadUrl = async (): Promise<string> => 'http://127.0.0.1:2'

async function receive(message: IncomingMessage): Promise<Received> {
  const at = Date.now()
  // Of a caller who leaves before the end, nothing is received.
  const text = await readText(message).catch(() => new Promise<never>(() => {}))
  const url = new URL(message.url ?? '/', 'http://server')
  return {
    method: message.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: text === '' ? undefined : JSON.parse(text),
    contentType: message.headers['content-type'],
    at,
  }
}
