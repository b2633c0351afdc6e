import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { keccak256, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import type { createChainRpc } from '../rpc/chainRpc.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'

let anvil: EvmChain
let database: Database
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterAll(async () => {
  await anvil.stop()
  await database.close()
})

const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

const caipId = 'eip155:31337'
async function apiOn(
  urls: string[],
  options: Omit<Partial<createChainRpc.Options>, 'chains'> = {},
  limits: createTestApi.Options['limits'] = {},
): Promise<TestApi> {
  return createTestApi({
    database,
    chains: [
      {
        caipId,
        name: 'Devnet',
        rpcUrls: urls,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    limits,
    rpc: options,
  })
}
async function upstream(...parameters: Parameters<typeof startUpstream>) {
  const started = await startUpstream(...parameters)
  open.push(started)
  return started
}
const post = (api: TestApi, body: unknown, query = `chainId=${caipId}&projectId=${shop.id}`) =>
  api.request(`/v1/?${query}`, {
    method: 'POST',
    headers: { Origin: 'https://shop.example', 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const ok = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 0, result })

describe('on a real chain', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({
      database,
      chains: [
        {
          caipId,
          name: 'Devnet',
          rpcUrls: [anvil.url],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
    })
  })

  test('[7.34] answers a call for the chain in the query', async () => {
    const response = await post(api, call('eth_chainId'))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
  })

  test('answers a batch in order, each call separately', async () => {
    const response = await post(api, [
      call('eth_chainId', [], 'a'),
      call('eth_getBalance', ['not an address', 'latest'], 'b'),
      call('anvil_setBalance', [devnetAccounts[0]!.address, '0x0'], 'c'),
      call('net_version', [], 'd'),
      { jsonrpc: '1.0', id: 'e', method: 'eth_chainId' },
    ])
    expect(await response.json()).toMatchObject([
      { id: 'a', result: '0x7a69' },
      { id: 'b', error: { code: -32602 } },
      {
        id: 'c',
        error: { code: -32601, message: 'The method anvil_setBalance is not available here' },
      },
      { id: 'd', result: '31337' },
      { id: 'e', error: { code: -32600 } },
    ])
  })

  test.each([
    ['12345678901234567890123'],
    ['1.50'],
    ['"a \\"quoted\\" \\u00e9"'],
    ['null'],
    ['-0'],
  ])('echoes the id %s as it was written', async (id) => {
    const text = await (
      await post(api, `{"id":${id},"jsonrpc":"2.0","method":"eth_chainId"}`)
    ).text()
    expect(text).toBe(`{"jsonrpc":"2.0","id":${id},"result":"0x7a69"}`)
  })

  test('submits a signed transaction', async () => {
    const raw = await signed(0)
    expect(await (await post(api, call('eth_sendRawTransaction', [raw]))).json()).toMatchObject({
      result: keccak256(raw),
    })
    const found = await (await post(api, call('eth_getTransactionByHash', [keccak256(raw)]))).json()
    expect(found.result.hash).toBe(keccak256(raw))
  })

  test.each([
    'eth_sendTransaction',
    'eth_sign',
    'personal_sign',
    'eth_accounts',
    'debug_traceCall',
    'admin_peers',
    'evm_mine',
    'wallet_getCapabilities',
  ])('error: refuses %s', async (method) => {
    expect(await (await post(api, call(method))).json()).toMatchObject({ error: { code: -32601 } })
  })

  test('accepts 50 calls in a batch', async () => {
    const answers = await (
      await post(
        api,
        Array.from({ length: 50 }, (_, i) => call('eth_chainId', [], i)),
      )
    ).json()
    expect(answers.map(({ id }: { id: number }) => id)).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    )
  })

  test.each([
    [
      '51 calls',
      Array.from({ length: 51 }, () => call('eth_chainId')),
      'A batch holds at most 50 calls, this one holds 51',
    ],
    ['no call', [], 'The batch holds no call'],
    ['no JSON', '{"jsonrpc"', 'The body is not valid JSON'],
  ])('error: a body with %s', async (_, body, message) => {
    const response = await post(api, body)
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toBe(message)
  })

  test('error: refuses an unknown chain', async () => {
    const response = await post(api, call('eth_chainId'), `chainId=eip155:5&projectId=${shop.id}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'chain-unsupported', message: 'Unsupported chain', field: 'chainId' },
    })
    expect((await post(api, call('eth_chainId'), `projectId=${shop.id}`)).status).toBe(400)
  })

  test('lists its chains', async () => {
    const response = await api.request(`/v1/supported-chains?projectId=${shop.id}`)
    expect(await response.json()).toEqual({ http: [caipId], ws: [] })
  })
})

describe('retries', () => {
  /** A clock that does not wait, and records the waiting time. */
  function clock() {
    const waits: number[] = []
    return { waits, wait: async (ms: number) => void waits.push(ms) }
  }

  test.each([403, 408, 413, 429, 500, 502, 503, 504])(
    '[9.7] tries a third time after %i, waiting 150 ms and then double',
    async (status) => {
      const { wait, waits } = clock()
      const { asked, url } = await upstream((_, response, count) => {
        response.writeHead(count < 3 ? status : 200).end(count < 3 ? 'busy' : ok('0x1'))
      })
      const api = await apiOn([url], { wait })
      expect(await (await post(api, call('eth_chainId'))).json()).toMatchObject({ result: '0x1' })
      expect([asked.length, waits]).toEqual([3, [150, 300]])
    },
  )

  test('[9.7] error: gives up after 3 retries', async () => {
    const { wait, waits } = clock()
    const { asked, url } = await upstream(
      (_, response) => void response.writeHead(503).end('secret words'),
    )
    const response = await post(await apiOn([url], { wait }), call('eth_chainId'))
    expect(response.status).toBe(502)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'rpc-failed', message: `${caipId} does not answer right now` },
    })
    expect(text).not.toContain('secret')
    expect([asked.length, waits]).toEqual([4, [150, 300, 600]])
  })

  test('[9.7] waits as long as Retry-After says, in seconds or until a date', async () => {
    const { wait, waits } = clock()
    const { url } = await upstream((_, response, count) => {
      const header = count === 1 ? '2' : new Date(Date.now() + 5000).toUTCString()
      if (count < 3) response.writeHead(429, { 'Retry-After': header }).end()
      else response.end(ok('0x1'))
    })
    await post(await apiOn([url], { wait }), call('eth_chainId'))
    expect(waits[0]).toBe(2000)
    expect(waits[1]).toBeGreaterThan(3000)
    expect(waits[1]).toBeLessThanOrEqual(5000)
  })

  test('error: says when to come back after a Retry-After too long to wait for', async () => {
    const { asked, url } = await upstream(
      (_, response) => void response.writeHead(429, { 'Retry-After': '120' }).end(),
    )
    const response = await post(await apiOn([url]), call('eth_chainId'))
    expect([response.status, response.headers.get('Retry-After'), asked.length]).toEqual([
      503,
      '120',
      1,
    ])
  })

  test.each([400, 401, 404])('error: does not repeat what %i refused', async (status) => {
    const { asked, url } = await upstream(
      (_, response) => void response.writeHead(status).end('no'),
    )
    expect((await post(await apiOn([url]), call('eth_chainId'))).status).toBe(502)
    expect(asked).toHaveLength(1)
  })

  test('passes on an answer that a chain sends with a non-2xx status', async () => {
    const error = { code: -32602, message: 'bad address' }
    const { url } = await upstream((_, response) => {
      response.writeHead(400).end(JSON.stringify({ jsonrpc: '2.0', id: 0, error }))
    })
    const response = await post(await apiOn([url]), call('eth_getBalance', ['x'], 7))
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, error })
  })

  test('switches to the next upstream at once, and stays there while the first is paused', async () => {
    const { wait, waits } = clock()
    const down = await upstream((_, response) => void response.writeHead(502).end())
    const api = await apiOn([down.url, anvil.url], { wait })
    for (let i = 0; i < 3; i++) {
      expect(await (await post(api, call('eth_chainId'))).json()).toMatchObject({
        result: '0x7a69',
      })
    }
    expect([down.asked.length, waits]).toEqual([1, []])
  })

  test('error: reports that no upstream listens', async () => {
    const { wait, waits } = clock()
    const gone = await startUpstream(() => {})
    await gone.stop()
    expect((await post(await apiOn([gone.url], { wait }), call('eth_chainId'))).status).toBe(502)
    expect(waits).toEqual([150, 300, 600])
  })

  test('error: reports an upstream that never answers', async () => {
    const { asked, url } = await upstream(() => {})
    const api = await apiOn([url], { attemptTimeoutMs: 500, wait: async () => {} })
    expect((await post(api, call('eth_chainId'))).status).toBe(502)
    expect(asked).toHaveLength(4)
  })

  test('answers one address 30 calls at a time, since an answer may be 5 MiB', async () => {
    const held: (() => void)[] = []
    const { asked, url } = await upstream(
      ({ body }, response) =>
        void held.push(() =>
          response.end(`{"jsonrpc":"2.0","id":${JSON.parse(body).id},"result":"0x1"}`),
        ),
    )
    const api = await apiOn([url])
    const from = async (address: string) => {
      const { status } = await api.request(`/v1/?chainId=${caipId}&projectId=${shop.id}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify(call('eth_blockNumber')),
      })
      return status
    }
    const waiting = Array.from({ length: 30 }, () => from('192.0.2.1'))
    await expect.poll(() => asked.length).toBe(30)
    expect(await from('192.0.2.1')).toBe(429)
    const other = from('192.0.2.2')
    await expect.poll(() => asked.length).toBe(31)
    for (const answer of held) answer()
    expect(new Set(await Promise.all([...waiting, other]))).toEqual(new Set([200]))
  })

  test('calls one by one when an upstream does not support batches', async () => {
    const { asked, url } = await upstream(async (request, response) => {
      response.end(
        request.body.startsWith('[')
          ? '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'
          : await forward(anvil.url, request),
      )
    })
    const answers = await (
      await post(await apiOn([url]), [call('eth_chainId', [], 1), call('net_version', [], 2)])
    ).json()
    expect(answers).toMatchObject([
      { id: 1, result: '0x7a69' },
      { id: 2, result: '31337' },
    ])
    expect(asked).toHaveLength(3)
  })

  test('matches answers to their calls in any order, and reports a missing one', async () => {
    const { url } = await upstream(
      (_, response) =>
        void response.end('[{"jsonrpc":"2.0","id":1,"result":18446744073709551615}]'),
    )
    const text = await (
      await post(await apiOn([url]), [call('eth_chainId', [], 'x'), call('eth_gasPrice', [], 'y')])
    ).text()
    expect(text).toContain('{"jsonrpc":"2.0","id":"y","result":18446744073709551615}')
    expect(JSON.parse(text)[0]).toMatchObject({ id: 'x', error: { code: -32603 } })
  })
})

describe('does not reveal the operator’s upstreams', () => {
  test('[T114] hides keys that an upstream quotes, and logs none', async () => {
    const key = 'v3canarykeyofmine'
    const { asked, url } = await upstream((_, response, count) => {
      if (count === 1) response.writeHead(500).end()
      else
        response.end(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 0,
            error: { code: -32005, message: `${key} is over its limit` },
          }),
        )
    })
    const api = await apiOn([`${url}/v3/${key}`], { wait: async () => {} })
    const text = await (await post(api, call('eth_chainId'))).text()
    expect(text).toContain('[hidden] is over its limit')
    expect(text + api.logLines.join('')).not.toContain(key)
    expect(api.logLines.join('')).toContain('an upstream failed')
    expect(asked[0]?.headers.origin).toBeUndefined()
  })

  test('error: follows no redirect', async () => {
    const inside = await upstream((_, response) => void response.end(ok('inside')))
    const { url } = await upstream(
      (_, response) => void response.writeHead(307, { Location: inside.url }).end(),
    )
    const response = await post(await apiOn([url], { wait: async () => {} }), call('eth_chainId'))
    expect(response.status).toBe(502)
    expect(inside.asked).toEqual([])
  })

  test('error: refuses an answer over 5 MiB', async () => {
    const { asked, url } = await upstream(
      (_, response) => void response.end(ok('x'.repeat(5 * 1024 * 1024))),
    )
    expect((await post(await apiOn([url]), call('eth_chainId'))).status).toBe(502)
    expect(asked).toHaveLength(1)
  })
})

describe('limits', () => {
  test('error: limits a client’s and a project’s calls in a minute, each of a batch counted', async () => {
    const api = await apiOn([anvil.url], {}, { rpcCallsPerMinute: 5, projectRpcCallsPerMinute: 8 })
    const from = (client: string, count: number) =>
      api.request(`/v1/?chainId=${caipId}&projectId=${shop.id}`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': client },
        body: JSON.stringify(Array.from({ length: count }, (_, i) => call('eth_chainId', [], i))),
      })
    expect((await from('192.0.2.1', 5)).status).toBe(200)
    const refused = await from('192.0.2.1', 1)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    // Another client has its own share, but of the same project's total.
    expect((await from('192.0.2.2', 3)).status).toBe(200)
    expect((await from('192.0.2.3', 1)).status).toBe(429)
  })
})

describe('a signed transaction is never submitted twice unawares', () => {
  const sends = (asked: { body: string }[]) =>
    asked.filter(({ body }) => body.includes('eth_sendRawTransaction')).length

  test('returns the hash when the chain accepted it but the answer was lost', async () => {
    const raw = await signed(1)
    const { asked, url } = await upstream(async (request, response, count) => {
      const answer = await forward(anvil.url, request)
      // The chain accepted it; the connection breaks.
      if (count === 1) response.destroy()
      else response.end(answer)
    })
    const answer = await (
      await post(
        await apiOn([url], { wait: async () => {} }),
        call('eth_sendRawTransaction', [raw]),
      )
    ).json()
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: keccak256(raw) })
    expect(sends(asked)).toBe(1)
  })

  test('submits it again when the chain does not have it', async () => {
    const raw = await signed(2)
    const { asked, url } = await upstream(async (request, response, count) => {
      if (count === 1) response.destroy()
      else response.end(await forward(anvil.url, request))
    })
    const answer = await (
      await post(
        await apiOn([url], { wait: async () => {} }),
        call('eth_sendRawTransaction', [raw]),
      )
    ).json()
    expect(answer.result).toBe(keccak256(raw))
    expect(sends(asked)).toBe(2)
  })

  test('is not misled by the refusal of the second try', async () => {
    const raw = await signed(3)
    let lookups = 0
    const { url } = await upstream(async (request, response, count) => {
      if (count === 1) {
        await forward(anvil.url, request)
        response.writeHead(504).end()
        return
      }
      const isLookup = request.body.includes('eth_getTransactionByHash')
      if (isLookup) lookups++
      // A node behind the same address that does not know it yet.
      response.end(isLookup && lookups === 1 ? ok(null) : await forward(anvil.url, request))
    })
    const answer = await (
      await post(
        await apiOn([url], { wait: async () => {} }),
        call('eth_sendRawTransaction', [raw]),
      )
    ).json()
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: keccak256(raw) })
  })

  test('error: says so when the outcome stays unknown', async () => {
    const raw = await signed(4)
    const { asked, url } = await upstream((_, response) => void response.destroy())
    const response = await post(
      await apiOn([url], { wait: async () => {} }),
      call('eth_sendRawTransaction', [raw]),
    )
    expect(response.status).toBe(502)
    expect((await response.json()).error.message).toContain(
      `may have taken the transaction ${keccak256(raw)}`,
    )
    expect(sends(asked)).toBe(1)
  })

  test('error: passes on the chain’s own refusal at once', async () => {
    const raw = await signed(0)
    const { asked, url } = await upstream(
      async (request, response) => void response.end(await forward(anvil.url, request)),
    )
    const answer = await (
      await post(await apiOn([url]), call('eth_sendRawTransaction', [raw]))
    ).json()
    expect(answer.error.code).toBeLessThan(0)
    expect(asked).toHaveLength(1)
  })

  test.each([[[]], [['0xzz']], [['0x', 'more']], [[{}]]])(
    'error: %j is no transaction',
    async (params) => {
      const { asked, url } = await upstream((_, response) => void response.end(ok('0x')))
      const answer = await (
        await post(await apiOn([url]), call('eth_sendRawTransaction', params))
      ).json()
      expect(answer.error.code).toBe(-32602)
      expect(asked).toEqual([])
    },
  )
})

function signed(nonce: number) {
  const account = privateKeyToAccount(devnetAccounts[4]!.privateKey)
  return account.signTransaction({
    chainId: 31337,
    type: 'eip1559',
    nonce,
    to: devnetAccounts[3]!.address,
    value: parseEther('0.01'),
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
}
