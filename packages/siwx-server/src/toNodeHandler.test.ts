import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createSiwx } from './createSiwx.ts'
import { toNodeHandler } from './toNodeHandler.ts'

const origin = 'http://app.example'

/** Serves the sign-in on Node's own server, and keeps what its handler rejected with. */
async function serve() {
  const handle = toNodeHandler(
    createSiwx({ origin, secret: 'a secret of the test, with 32 characters' }),
  )
  const rejected: unknown[] = []
  const server = createServer((asked, response) => {
    handle(asked, response).catch((error) => {
      rejected.push(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = (method: string, path: string) =>
    new Promise<number | undefined>((resolve) => {
      request({ host: '127.0.0.1', port, method, path })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', () => resolve(undefined))
        .end()
    })
  /** Sends a body without an end until the server closes the connection, whatever it answers. */
  const upload = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; took: number }>((resolve, reject) => {
      let took = () => 0
      server.once('connection', (socket) => {
        took = () => socket.bytesRead
      })
      let status: number | undefined
      const client = connect(port, '127.0.0.1')
        .on('data', (data) => {
          status ??= Number(data.toString().split(' ')[1])
        })
        // Written to after the server has closed it.
        .on('error', () => {})
        .on('close', () => resolve({ status, took: took() }))
      const lines = Object.entries({ host: 'node', 'transfer-encoding': 'chunked', ...headers })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      client.write(`POST ${path} HTTP/1.1\r\n${head}\r\n`)
      const chunk = `10000\r\n${'{'.repeat(65_536)}\r\n`
      const fill = () => {
        if (took() > 64 * 1_048_576) reject(new Error('The server reads on.'))
        else if (!client.destroyed) client.write(chunk, () => setImmediate(fill))
      }
      fill()
    })
  return { ask, rejected, upload }
}

it('answers a request that the Web API can not express, so that none ends the process', async () => {
  const { ask, rejected } = await serve()
  expect(await ask('TRACE', '/siwx/nonce')).toBe(400)
  expect(await ask('GET', '//')).toBe(400)
  expect(await ask('GET', '/siwx/nonce')).toBe(200)
  expect(rejected).toEqual([])
})

it.each([
  [404, '/siwx/x', { origin }],
  [403, '/siwx/verify', { origin: 'https://other.example' }],
  [400, '/siwx/verify', { origin }],
])('answers %s to a body without an end, and takes little of it', async (status, path, headers) => {
  const { rejected, upload } = await serve()
  const { took, ...answer } = await upload(path, {
    'content-type': 'application/json',
    ...headers,
  })
  expect(answer).toEqual({ status })
  expect(took).toBeLessThan(2 * 1_048_576)
  expect(rejected).toEqual([])
})
