import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  return { ask, rejected }
}

it('answers a request that the Web API can not express, so that none ends the process', async () => {
  const { ask, rejected } = await serve()
  expect(await ask('TRACE', '/siwx/nonce')).toBe(400)
  expect(await ask('GET', '//')).toBe(400)
  expect(await ask('GET', '/siwx/nonce')).toBe(200)
  expect(rejected).toEqual([])
})
