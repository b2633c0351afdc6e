import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Siwx } from './createSiwx.ts'

/**
 * Turns `handle` into a handler of Node's own server and of Express, before or after a middleware that reads bodies. Like
 * `handle` it never rejects: a rejection that nobody handles would end the process.
 *
 * @example app.use('/siwx', toNodeHandler(siwx))
 */
export function toNodeHandler({
  handle,
}: Pick<Siwx, 'handle'>): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const asked = toRequest(request)
    if (!asked) return void response.writeHead(400).end()
    const answer = await handle(asked)
    response.statusCode = answer.status
    for (const [name, value] of answer.headers)
      if (name !== 'set-cookie') response.setHeader(name, value)
    const cookies = answer.headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
    response.end(await answer.text())
  }
}

/** A request with the additions of Express: the path before its router took a part off, and a body that was already read. */
type Extended = IncomingMessage & { originalUrl?: string; body?: unknown }

/** @returns undefined for a request that the Web API can not express, such as TRACE, or a path that is no URL */
function toRequest(request: Extended): Request | undefined {
  const { body, headers, method = 'GET' } = request
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  try {
    return new Request(new URL(request.originalUrl ?? request.url ?? '/', 'http://node'), {
      method,
      headers: pairs,
      ...(hasBody && {
        body: body === undefined ? streamOf(request) : JSON.stringify(body),
        duplex: 'half',
      }),
    })
  } catch {
    return undefined
  }
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
