import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Siwx } from './createSiwx.ts'

/**
 * Turns `handle` into a handler of Node's own server and of Express, before or after a middleware that reads bodies.
 *
 * @example app.use('/siwx', toNodeHandler(siwx))
 */
export function toNodeHandler({
  handle,
}: Pick<Siwx, 'handle'>): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const answer = await handle(toRequest(request))
    response.statusCode = answer.status
    for (const [name, value] of answer.headers)
      if (name !== 'set-cookie') response.setHeader(name, value)
    const cookies = answer.headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
    response.end(await answer.text())
  }
}

/** What Express adds: the path before its router took a part off, and a body that was already read. */
type Extended = IncomingMessage & { originalUrl?: string; body?: unknown }

function toRequest(request: Extended): Request {
  const { body, headers, method = 'GET' } = request
  const url = new URL(request.originalUrl ?? request.url ?? '/', 'http://node')
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers: pairs,
    ...(hasBody && {
      body: body === undefined ? streamOf(request) : JSON.stringify(body),
      duplex: 'half',
    }),
  })
}

function streamOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      try {
        for await (const chunk of request) controller.enqueue(new Uint8Array(chunk as Buffer))
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
  })
}
