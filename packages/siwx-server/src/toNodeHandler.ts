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
    if (!request.complete) throwAway(request)
  }
}

/** Longest rest of a body that is read after the answer, bytes. */
const mostLeft = 1_048_576

/** Throws away what is left of a body: a connection that is closed at once would lose the answer. */
function throwAway(request: IncomingMessage): void {
  let left = mostLeft
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
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

/** Reads a chunk when it is asked for, and nothing of a body that nobody reads. */
function streamOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
      async cancel() {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
