import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A call that a test seller received. */
export type SellerCall = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
/** A seller's answer: a value as JSON, or a status with any text. */
export type SellerAnswer = {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A real HTTP server in the place of a provider's API, with the answers of a test. */
export async function startSeller(answer: (call: SellerCall) => SellerAnswer) {
  const calls: SellerCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://seller.invalid'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      calls.push(call)
      const { body, headers, status = 200 } = answer(call)
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
