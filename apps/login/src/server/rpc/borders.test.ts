import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { rpcBatchLimit } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../auth/caller.ts'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { networkHmac } from '../hashes.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { createCallChain } from './callChain.ts'
import { rpc } from './rpc.ts'

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code, status }: { code: string; status: number }) => `${status} ${code}`,
  )
const request = (method = 'eth_chainId') => ({ jsonrpc: '2.0', id: 1, method })

describe('a JSON-RPC call of a logged-in user', () => {
  const session = { projectId: 'p', origin: 'https://shop.example' } as Session
  let servers: TestServers
  let services: Services
  let caller: Caller
  let asked: Parameters<Services['callChain']>[0][]
  let admitted: unknown[]
  beforeAll(async () => {
    servers = await createTestServers('PGlite')
    servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
    services = {
      ...servers.services,
      limits: {
        ...servers.services.limits,
        rpcPerSecond: { limit: 3, windowMs: 1000 },
        rpcPerMinute: { limit: 5, windowMs: 60_000 },
      },
      projects: {
        get: () => Promise.reject(new Error('not asked')),
        admit: async (...call) => {
          admitted.push(call)
          if (call[0] !== 'p') throw new HttpError(403, 'unauthorized', '')
          return {} as never
        },
      },
      callChain: async (call) => {
        asked.push(call)
        return '{"result":1}'
      },
    }
  })
  afterAll(() => servers.stop())
  beforeEach(() => {
    servers.clock.addMs += 60_000
    caller = servers.newCaller()
    asked = []
    admitted = []
  })
  const ask = (
    sent: unknown,
    { by = session, chainId = 'eip155:1', more = services } = {},
  ): Promise<Response> => rpc(more, { chainId, request: sent } as never, by, caller)

  test("is passed on with the project and a hash of the client's network", async () => {
    const answer = await ask(request())
    expect(await answer.text()).toBe('{"response":{"result":1}}')
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    const client = networkHmac(services, caller.client.ip)
    expect(asked).toEqual([
      { chainId: 'eip155:1', projectId: 'p', client, request: request(), signal: caller.signal },
    ])
    expect(admitted).toEqual([['p', 'https://shop.example']])
  })

  test('is counted by the api for the /64 of an IPv6 client, whichever address calls', async () => {
    for (const ip of ['2001:db8:7:1::1', '2001:DB8:7:1:ffff::2', '2001:db8:7:2::1']) {
      caller = { ...caller, client: { ...caller.client, ip } }
      await ask(request())
    }
    const [first, same, other] = asked.map(({ client }) => client)
    expect([same === first, other === first]).toEqual([true, false])
  })

  test('[T121] is rebuilt from what was judged, without unknown names and names in another case', async () => {
    const kept = { ...request(), params: [{ Data: '0x' }] }
    const more =
      '"Method":"personal_sign","METHOD":"eth_sign","Params":[1],"extra":{},"__proto__":{}'
    const sent = JSON.parse(`{${more},${JSON.stringify(kept).slice(1)}`)
    await ask(sent)
    await ask([sent, sent])
    expect(asked.map(({ request }) => JSON.stringify(request))).toEqual([
      JSON.stringify(kept),
      JSON.stringify([kept, kept]),
    ])
  })

  test.each<[string, unknown, string]>([
    ['eip155:1', request('eth_getBalance'), 'done'],
    ['eip155:1', request('eth_sendRawTransaction'), 'done'],
    ['eip155:1', request('eth_accounts'), '400 rpc-call-not-allowed'],
    ['eip155:1', request('eth_sendTransaction'), '400 rpc-call-not-allowed'],
    ['eip155:1', request('wallet_getCapabilities'), '400 rpc-call-not-allowed'],
    ['eip155:1', [request(), request('personal_sign')], '400 rpc-call-not-allowed'],
    ['eip155:1', request('getBalance'), '400 rpc-call-not-allowed'],
    ['solana:x', request('getBalance'), 'done'],
    ['solana:x', request('eth_chainId'), '400 rpc-call-not-allowed'],
    ['bip122:x', request(), '400 chain-unsupported'],
    ['', request(), '400 chain-unsupported'],
    ['eip155:1', [], '400 request-invalid'],
    ['eip155:1', 'eth_chainId', '400 request-invalid'],
    ['eip155:1', Array(rpcBatchLimit + 1).fill(request()), '400 request-invalid'],
  ])('on %s with %j ends with %s', async (chainId, sent, result) => {
    expect(await outcome(ask(sent, { chainId }))).toBe(result)
    expect(asked).toHaveLength(result === 'done' ? 1 : 0)
  })

  test("error: is refused to the login server's own pages, and to a project that is no longer allowed", async () => {
    for (const by of [{ projectId: null }, { origin: null }])
      expect(await outcome(ask(request(), { by: { ...session, ...by } as Session }))).toBe(
        '403 action-not-allowed',
      )
    const own = { ...session, projectId: null, origin: null } as Session
    expect(await outcome(ask(request(), { by: own }))).toBe('403 action-not-allowed')
    const other = { ...session, projectId: 'other' } as Session
    expect(await outcome(ask(request(), { by: other }))).toBe('403 unauthorized')
    expect(asked).toEqual([])
  })

  test("the operator's first project answers for the login server's own pages", async () => {
    const by = { ...session, projectId: null, origin: null } as Session
    const more = { ...services, firstPartyProjects: new Set(['own', 'other']) }
    expect(await outcome(ask(request(), { by, more }))).toBe('done')
    expect(asked).toMatchObject([{ projectId: 'own' }])
    expect(admitted).toEqual([])
  })

  test('counts every call of a batch, per second and per minute', async () => {
    const two = [request(), request()]
    expect([await outcome(ask(two)), await outcome(ask(two))]).toEqual([
      ...['done', '429 limit-exceeded'],
    ])
    caller = servers.newCaller()
    expect(await outcome(ask([...two, request()]))).toBe('done')
    servers.clock.addMs += 1000
    expect([await outcome(ask(two)), await outcome(ask(request()))]).toEqual([
      ...['done', '429 limit-exceeded'],
    ])
    servers.clock.addMs += 59_000
    expect(await outcome(ask(request()))).toBe('done')
  })

  test('is refused above the number of concurrent calls of a device', async () => {
    let answer = (_: string) => {}
    const round = new Promise<string>((resolve) => {
      answer = resolve
    })
    const limits = { ...services.limits, rpcAtOnce: 1 }
    const more = { ...services, limits, callChain: () => round }
    const first = ask(request(), { more })
    await expect.poll(() => admitted.length).toBe(1)
    await expect(ask(request(), { more })).rejects.toMatchObject({
      ...{ status: 429, message: 'Too many calls wait already' },
    })
    answer('1')
    expect(await (await first).text()).toBe('{"response":1}')
    expect(await outcome(ask(request(), { more }))).toBe('done')
  })
})

describe('a call to the api', () => {
  let api: Server
  let call: (signal?: AbortSignal) => Promise<string>
  let answer: { status: number; body: string } | undefined
  let seen: { url: string; headers: Record<string, unknown>; body: string }[]
  beforeAll(async () => {
    api = createServer(async (incoming, response) => {
      const body = (await bodyOf(incoming)).toString()
      seen.push({ url: incoming.url ?? '', headers: incoming.headers, body })
      if (answer) response.writeHead(answer.status, { location: '/x' }).end(answer.body)
    })
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    const callChain = createCallChain({ token: 'secret', url })
    call = (signal = new AbortController().signal) =>
      callChain({
        ...{ chainId: 'eip155:1', client: 'network', projectId: 'p', request: request(), signal },
      })
  })
  afterAll(() => {
    api.close()
    api.closeAllConnections()
  })
  beforeEach(() => {
    seen = []
  })

  test("sends the chain, the project and the client, with the operator's token", async () => {
    answer = { status: 200, body: '{"result":1}' }
    expect(await call()).toBe('{"result":1}')
    const [{ body, headers, url }] = seen as [(typeof seen)[number]]
    expect(Object.fromEntries(new URL(url, 'http://api').searchParams)).toEqual({
      ...{ chainId: 'eip155:1', projectId: 'p', st: 'login', sv: 'login' },
    })
    expect(headers).toMatchObject({
      ...{ authorization: 'Bearer secret', 'foyer-client': 'network' },
      'content-type': 'application/json',
    })
    expect(JSON.parse(body)).toEqual(request())
  })

  test.each<[number, string, string]>([
    [400, '{"error":{"code":"chain-unsupported"}}', '400 chain-unsupported'],
    [429, '{"error":{"code":"limit-exceeded"}}', '429 limit-exceeded'],
    [429, '{}', '429 limit-exceeded'],
    [403, '{"error":{"code":"unauthorized"}}', '502 rpc-failed'],
    [500, 'broken', '502 rpc-failed'],
    [302, '{}', '502 rpc-failed'],
    [200, 'no JSON', '502 rpc-failed'],
    [200, JSON.stringify('x'.repeat(5_242_878)), 'done'],
    [200, JSON.stringify('x'.repeat(5_242_879)), '502 rpc-failed'],
  ])(
    'maps an api answer with status %i to the right outcome (%#)',
    async (status, body, result) => {
      answer = { status, body }
      expect(await outcome(call())).toBe(result)
    },
  )

  test('error: reports when to retry, and that the api took too long', async () => {
    answer = { status: 429, body: '{}' }
    await expect(call()).rejects.toMatchObject({ retryAfterMs: 1000 })
    answer = undefined
    expect(await outcome(call(AbortSignal.timeout(1)))).toBe('504 request-timed-out')
    const gone = new AbortController()
    const abandoned = call(gone.signal)
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    gone.abort()
    expect(await outcome(abandoned)).toBe('502 rpc-failed')
  })
})
