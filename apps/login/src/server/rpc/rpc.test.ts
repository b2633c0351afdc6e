import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loginRpc } from '@foyer/protocol/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, startTestLogin, type TestLogin } from '../startTestLogin.test.kit.ts'
import { createCallChain } from './callChain.ts'

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin()
})
afterAll(() => server?.stop())

test('error: refuses a chain id that is a property name of every JavaScript object', async () => {
  const { device } = await logIn(server)
  for (const chainId of ['__proto__:1', 'constructor:1', 'toString:1', 'hasOwnProperty', '']) {
    const request = { jsonrpc: '2.0', id: 1, method: 'has' }
    const { code, status } = await device.ask(loginRpc.path, { chainId, request })
    expect([chainId, status, code]).toEqual([chainId, 400, expect.stringMatching(/-/)])
  }
})

test("[T121] passes on only what it parsed of the api's answer, with each name once", async () => {
  let answer = ''
  const asked: string[] = []
  const api = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked.push(body)
      response.end(answer)
    })
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const callChain = createCallChain({ token: 't'.repeat(20), url })
  const call = () =>
    callChain({
      chainId: 'eip155:1',
      client: 'client',
      projectId: 'p',
      request: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      signal: AbortSignal.timeout(5000),
    })
  try {
    answer = ' {"id":1 , "result":"0x1","res\\u0075lt":{"a":18446744073709551615,"a":2}} '
    expect(await call()).toBe('{"id":1,"result":{"a":2}}')
    answer = `${'['.repeat(1000)}${']'.repeat(1000)}`
    await expect(call()).rejects.toMatchObject({ status: 502, code: 'rpc-failed' })
    answer = '{"id":1'
    await expect(call()).rejects.toMatchObject({ status: 502, code: 'rpc-failed' })
  } finally {
    api.close()
  }
})
