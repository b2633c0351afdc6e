import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { gate, testFoyer, testNetwork } from '../testFoyer.test.kit.ts'
import {
  type Answer,
  deadUrl,
  type Received,
  refuse,
  sendJson,
  testServer,
} from '../testServer.test.kit.ts'
import { createRpc } from './createRpc.ts'

const idOf = (request: Received) => (request.body as { id: number }).id
const result = (request: Received, value: unknown) => ({
  jsonrpc: '2.0',
  id: idOf(request),
  result: value,
})
const failure = (request: Received, code: number, message = 'no') => ({
  jsonrpc: '2.0',
  id: idOf(request),
  error: { code, message },
})

/** An instance whose network has these addresses. */
const withUrls = (...http: string[]) => {
  const network = testNetwork('eip155:1', { rpcUrls: { default: { http } } })
  const foyer = testFoyer({ networks: [network], httpTimeoutMs: 2_000 })
  return { foyer, rpc: createRpc(foyer, network) }
}

test('[7.34] uses the api if it serves the chain, with chainId and projectId', async () => {
  const server = await testServer((request) =>
    request.path === '/v1/supported-chains'
      ? { http: ['eip155:1'], ws: [] }
      : result(request, '0x10'),
  )
  const network = testNetwork('eip155:1')
  const rpc = createRpc(testFoyer({ apiUrl: server.url, networks: [network] }), network)
  expect(await rpc({ method: 'eth_blockNumber' })).toBe('0x10')
  expect(await rpc({ method: 'eth_call', params: [{ to: '0x' }, 'latest'] })).toBe('0x10')
  expect(server.requests).toMatchObject([
    { method: 'GET', path: '/v1/supported-chains', query: { projectId: 'project' } },
    {
      method: 'POST',
      path: '/v1/',
      query: { projectId: 'project', st: 'foyer', sv: 'html-eip155-0.1.0', chainId: 'eip155:1' },
      body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' },
    },
    { body: { jsonrpc: '2.0', id: 2, method: 'eth_call', params: [{ to: '0x' }, 'latest'] } },
  ])
})

test('uses the network’s own address if the api does not serve the chain', async () => {
  const api = await testServer(() => ({ http: ['eip155:5'], ws: [] }))
  const node = await testServer((request) => result(request, 1))
  const network = testNetwork('eip155:1', { rpcUrls: { default: { http: [node.url] } } })
  const rpc = createRpc(testFoyer({ apiUrl: api.url, networks: [network] }), network)
  expect(await rpc({ method: 'm' })).toBe(1)
  expect(api.requests).toHaveLength(1)
})

test('retries a failed list of served chains after 30 s, not before', async () => {
  const api = await testServer((_, response) => refuse(response, 401, 'no'))
  const node = await testServer((request) => result(request, 1))
  const network = testNetwork('eip155:1', { rpcUrls: { default: { http: [node.url] } } })
  const foyer = testFoyer({ apiUrl: api.url, networks: [network] })
  const rpc = createRpc(foyer, network)
  await rpc({ method: 'm' })
  await rpc({ method: 'm' })
  expect(api.requests).toHaveLength(1)
  const kept = foyer.cache.memory.get('chains:served')
  expect((kept?.until ?? 0) - Date.now()).toBeLessThanOrEqual(30_000)
  foyer.cache.memory.clear()
  await rpc({ method: 'm' })
  expect(api.requests).toHaveLength(2)
})

test('a slow api does not delay a call if there is another address; later calls use its answer', async () => {
  const late = gate()
  const api = await testServer(async (request) => {
    if (request.path !== '/v1/supported-chains') return result(request, 'api')
    await late.promise
    return { http: ['eip155:1'], ws: [] }
  })
  const node = await testServer((request) => result(request, 'node'))
  const network = testNetwork('eip155:1', { rpcUrls: { default: { http: [node.url] } } })
  // No timeout ends the wait for the list: the call is answered before it.
  const rpc = createRpc(testFoyer({ apiUrl: api.url, httpTimeoutMs: 3_600_000 }), network)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  expect(await rpc({ method: 'm' })).toBe('node')
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1_000)
  late.open()
  await expect.poll(() => rpc({ method: 'm' })).toBe('api')
})

test('waits for a slow api if there is no other address', async () => {
  const api = await testServer(async (request) => {
    if (request.path !== '/v1/supported-chains') return result(request, 'api')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    return { http: ['eip155:1'], ws: [] }
  })
  const network = testNetwork('eip155:1')
  const rpc = createRpc(testFoyer({ apiUrl: api.url, httpTimeoutMs: 60_000 }), network)
  expect(await rpc({ method: 'm' })).toBe('api')
})

test('calls the api while its list of chains is slow, if the other addresses are public or do not answer', async () => {
  const late = gate()
  const api = await testServer(async (request) => {
    if (request.path !== '/v1/supported-chains') return result(request, 'api')
    await late.promise
    return { http: ['eip155:1'], ws: [] }
  })
  for (const isPublic of [true, false]) {
    const http = [await deadUrl()]
    const network = testNetwork('eip155:1', { rpcUrls: { default: { http, isPublic } } })
    const foyer = testFoyer({ apiUrl: api.url, httpTimeoutMs: 60_000 })
    const call = createRpc(foyer, network)({ method: 'm' })
    if (!isPublic) setTimeout(late.open, 1_500)
    expect(await call).toBe('api')
  }
})

describe('public addresses', () => {
  const publicNode = async () => {
    const node = await testServer((request) => result(request, 'public'))
    const rpcUrls = { default: { http: [node.url], isPublic: true } }
    return { node, network: testNetwork('eip155:1', { rpcUrls }) }
  }

  test('are used without an api', async () => {
    const { network } = await publicNode()
    expect(await createRpc(testFoyer(), network)({ method: 'm' })).toBe('public')
  })

  test('are used for a chain that the api does not list, also if its list arrives late', async () => {
    const { network } = await publicNode()
    for (const waitMs of [0, 1_300]) {
      const api = await testServer(async (request, response) => {
        if (request.path !== '/v1/supported-chains') return refuse(response, 400, 'Unsupported')
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        return { http: [], ws: [] }
      })
      const foyer = testFoyer({ apiUrl: api.url, httpTimeoutMs: 60_000 })
      expect(await createRpc(foyer, network)({ method: 'm' })).toBe('public')
    }
  })

  test.each<[string, Answer]>([
    [
      'serves the chain, and fails',
      (request, response) =>
        request.path === '/v1/supported-chains'
          ? { http: ['eip155:1'], ws: [] }
          : refuse(response, 500, 'no'),
    ],
    ['refuses everything', (_, response) => refuse(response, 401, 'no')],
    ['never answers', () => undefined],
  ])('are not used when the api %s', async (_, answer) => {
    const { network, node } = await publicNode()
    const api = await testServer(answer)
    const foyer = testFoyer({ apiUrl: api.url, httpTimeoutMs: 1_200 })
    await expect(createRpc(foyer, network)({ method: 'm' })).rejects.toThrow()
    expect(api.requests.some(({ method }) => method === 'POST')).toBe(true)
    expect(node.requests).toHaveLength(0)
  })

  test('with publicRpc: false, neither these nor other addresses of a network are used', async () => {
    for (const isPublic of [true, false]) {
      const node = await testServer((request) => result(request, 'own'))
      const rpcUrls = { default: { http: [node.url], isPublic } }
      const network = testNetwork('eip155:1', { rpcUrls })
      const api = await testServer(() => ({ http: [], ws: [] }))
      for (const apiUrl of [undefined, api.url, await deadUrl()]) {
        const rpc = createRpc(testFoyer({ apiUrl, publicRpc: false }), network)
        await expect(rpc({ method: 'm' })).rejects.toMatchObject({ code: 'rpc-failed' })
      }
      expect(node.requests).toHaveLength(0)
      const custom = testFoyer({ publicRpc: false, customRpcUrls: { 'eip155:1': [node.url] } })
      expect(await createRpc(custom, network)({ method: 'm' })).toBe('own')
    }
  })
})

test('customRpcUrls win over the api and the network', async () => {
  const custom = await testServer((request) => result(request, 'custom'))
  const network = testNetwork('eip155:1', { rpcUrls: { default: { http: [await deadUrl()] } } })
  const foyer = testFoyer({
    apiUrl: await deadUrl(),
    networks: [network],
    customRpcUrls: { 'eip155:1': [custom.url] },
  })
  expect(await createRpc(foyer, network)({ method: 'm' })).toBe('custom')
})

test('tries the next address when one does not answer', async () => {
  const silent = await testServer(() => undefined)
  const html = await testServer((_, response) => void response.end('<html>'))
  const wrong = await testServer((request) => ({ ...result(request, 1), id: 999 }))
  const empty = await testServer((request) => ({ jsonrpc: '2.0', id: idOf(request) }))
  const node = await testServer((request) => result(request, 'last'))
  const { rpc } = withUrls(
    'ws://no.example',
    await deadUrl(),
    silent.url,
    html.url,
    wrong.url,
    empty.url,
    node.url,
  )
  expect(await rpc({ method: 'm' })).toBe('last')
  for (const server of [silent, html, wrong, empty]) expect(server.requests).toHaveLength(1)
})

test('[9.7] retries a busy address 3 times, then tries the next, also when it answers in JSON-RPC', async () => {
  const busy = await testServer((request, response) =>
    sendJson(response, 429, failure(request, -32005, 'slow down')),
  )
  const node = await testServer((request) => result(request, 'other'))
  const { rpc } = withUrls(busy.url, node.url)
  expect(await rpc({ method: 'm' })).toBe('other')
  expect(busy.requests).toHaveLength(4)
})

test('[9.7] retries on 403 for JSON-RPC', async () => {
  const server = await testServer((request, response) =>
    server.requests.length < 3 ? refuse(response, 403, 'no') : result(request, 1),
  )
  expect(await withUrls(server.url).rpc({ method: 'm' })).toBe(1)
  expect(server.requests).toHaveLength(3)
})

test('error: the chain’s own error is final, by its number', async () => {
  const node = await testServer((request) => failure(request, -32602, 'bad params'))
  const next = await testServer((request) => result(request, 1))
  const { rpc } = withUrls(node.url, next.url)
  await expect(rpc({ method: 'm' })).rejects.toMatchObject({
    code: 'params-invalid',
    rpcCode: -32602,
    details: 'bad params',
  })
  expect(next.requests).toHaveLength(0)
})

test('error: the chain’s own error is final, also with status 500', async () => {
  const node = await testServer((request, response) =>
    sendJson(response, 500, failure(request, 3, 'execution reverted')),
  )
  await expect(withUrls(node.url).rpc({ method: 'm' })).rejects.toMatchObject({
    code: 'rpc-failed',
    details: 'execution reverted',
  })
})

test('[8.15] error: no address answers', async () => {
  const html = await testServer((_, response) => void response.end('<html>'))
  await expect(withUrls(await deadUrl(), html.url).rpc({ method: 'm' })).rejects.toMatchObject({
    code: 'rpc-failed',
    message: 'RPC request failed',
    details: 'No RPC address of Network eip155:1 answered.',
  })
})

test('error: no address at all', async () => {
  await expect(withUrls().rpc({ method: 'm' })).rejects.toMatchObject({
    code: 'rpc-failed',
    details: expect.stringContaining('customRpcUrls'),
  })
})

test('[8.15] error: the last address does not answer', async () => {
  const silent = await testServer(() => undefined)
  await expect(withUrls(silent.url).rpc({ method: 'm' })).rejects.toMatchObject({
    code: 'request-timed-out',
    message: 'request timed out',
  })
})

test('[8.21] a provider’s rejection raises an alert', async () => {
  const server = await testServer((_, response) =>
    refuse(response, 401, 'Unauthorized: invalid key'),
  )
  const { foyer, rpc } = withUrls(server.url)
  await expect(rpc({ method: 'm' })).rejects.toMatchObject({ code: 'rpc-failed' })
  expect(foyer.store.get().alerts).toMatchObject([{ code: 'project-id-invalid' }])
})
