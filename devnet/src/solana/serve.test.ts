import { request } from 'node:http'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rpcMethods } from './rpc/answer.ts'
import { solanaAccounts } from './solanaAccounts.ts'
import { type SolanaChain, startSolana } from './startSolana.ts'

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolana({ port: 0 })
})
afterAll(() => chain.stop())

const alice = solanaAccounts[0]!.address
const post = async (body: string) => {
  const response = await fetch(chain.url, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}
const ask = async (body: unknown) => JSON.parse((await post(JSON.stringify(body))).text)
const call = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })

test('answers a batch in order, and ignores notifications', async () => {
  const answers = await ask([
    { ...call('getHealth'), id: 'a' },
    { jsonrpc: '2.0', method: 'getHealth' },
    { ...call('nope'), id: 7 },
    { ...call('getBalance', [alice]), id: 3 },
    17,
  ])
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 'a', result: 'ok' },
    { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } },
    { jsonrpc: '2.0', id: 3, result: { context: expect.any(Object), value: 1e12 } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } },
  ])
  const { status, text } = await post(JSON.stringify({ jsonrpc: '2.0', method: 'getHealth' }))
  expect([status, text]).toEqual([204, ''])
})

test('writes amounts as plain numbers, even above the range of a double', async () => {
  const { text } = await post(
    JSON.stringify(call('getAccountInfo', [alice, { encoding: 'base64' }])),
  )
  expect(text).toContain('"rentEpoch":18446744073709551615')
  expect(text).toContain('"lamports":1000000000000,')
})

test.each<[string, unknown, number, RegExp]>([
  ['not JSON', '{"jsonrpc":', -32700, /Parse error/],
  ['an empty batch', '[]', -32600, /Invalid request/],
  ['no version', '{"id":1,"method":"getHealth"}', -32600, /Invalid request/],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"getHealth"}', -32600, /Invalid/],
  ['an unknown method', call('eth_chainId'), -32601, /Method not found/],
  ['an inherited name', call('constructor'), -32601, /Method not found/],
  ['no params', call('getBalance'), -32602, /Invalid params: .*address/],
  ['params by name', call('getBalance', { address: alice }), -32602, /Invalid params/],
  ['a short address', call('getBalance', ['abc']), -32602, /expected an address/],
  [
    'an unknown commitment',
    call('getBalance', [alice, { commitment: 'sure' }]),
    -32602,
    /commitment/,
  ],
  ['zstd', call('getAccountInfo', [alice, { encoding: 'base64+zstd' }]), -32602, /zstd/],
  [
    'a future slot',
    call('getBalance', [alice, { minContextSlot: 1e9 }]),
    -32016,
    /Minimum context/,
  ],
  ['a future block', call('getBlock', [1e9]), -32004, /Block not available/],
  ['too many accounts', call('getMultipleAccounts', [Array(101).fill(alice)]), -32602, /max 100/],
  [
    'an account that is not a token account',
    call('getTokenAccountBalance', [alice]),
    -32602,
    /not a Token account/,
  ],
  [
    'an account that is not a mint',
    call('getTokenSupply', [solanaAccounts[9]!.address]),
    -32602,
    /not a Token mint/,
  ],
  [
    'an unsupported program',
    call('getTokenAccountsByOwner', [alice, { programId: alice }]),
    -32602,
    /Token/,
  ],
  [
    'bytes that are not a transaction',
    call('sendTransaction', ['AAAA', { encoding: 'base64' }]),
    -32602,
    /deserialize/,
  ],
  [
    'invalid base64',
    call('sendTransaction', ['%%%', { encoding: 'base64' }]),
    -32602,
    /base64 encoding/,
  ],
  [
    'a huge transaction',
    call('sendTransaction', ['A'.repeat(4000), { encoding: 'base64' }]),
    -32602,
    /too large/,
  ],
  ['too much SOL', call('requestAirdrop', [alice, 2 ** 53 - 1]), -32600, /at most/],
])('rejects %s', async (_, body, code, message) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = JSON.parse((await post(text)).text)
  expect(answer.error.code).toBe(code)
  expect(answer.error.message).toMatch(message)
})

test('accepts the older names of commitments', async () => {
  for (const commitment of ['recent', 'single', 'singleGossip', 'root', 'max']) {
    expect((await ask(call('getBalance', [alice, { commitment }]))).result.value).toBe(1e12)
  }
})

test('answers any input with one clear answer, and keeps running', async () => {
  const names = [...rpcMethods.keys()]
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom(alice, 'A'.repeat(88), 'AQ==', 'processed', 'jsonParsed'),
  )
  const values = fc.oneof(
    texts,
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(texts, { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'commitment',
        'encoding',
        'limit',
        'mint',
        'filters',
        'dataSlice',
        '__proto__',
      ),
      fc.jsonValue(),
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.oneof(fc.array(values, { maxLength: 4 }), fc.jsonValue()),
      async (method, params) => {
        const answer = await ask({ jsonrpc: '2.0', id: 5, method, params })
        const { code, message } = answer.error ?? {}
        // An invalid request is never reported as the server's own failure.
        if (code === -32603) expect(message).toMatch(/the airdrop failed/)
        if (code === -32600) expect(message).toMatch(/Invalid request|base 58/)
      },
    ),
    { numRuns: 400 },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      const { status, text: said } = await post(text)
      expect([200, 204]).toContain(status)
      if (said !== '') expect(JSON.parse(said)).toBeTypeOf('object')
    }),
    { numRuns: 200 },
  )
  expect((await ask(call('getHealth'))).result).toBe('ok')
})

test('allows every page to call it', async () => {
  const asked = await fetch(chain.url, {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Headers': 'content-type,solana-client' },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(asked.headers.get('Access-Control-Allow-Headers')).toBe('content-type,solana-client')
  expect((await fetch(chain.url)).status).toBe(405)
  expect(await (await fetch(`${chain.url}/health`)).text()).toBe('ok')
})

test('rejects a body that is too large', async () => {
  const status = await new Promise((resolve, reject) => {
    const sending = request(chain.url, { method: 'POST' }, (response) =>
      resolve(response.statusCode),
    )
    sending.on('error', reject)
    sending.end(Buffer.alloc(1_200_000, 32))
  })
  expect(status).toBe(413)
})

test.each(['url', 'wsUrl'] as const)(
  'rejects invalid messages over WebSocket, %s',
  async (which) => {
    const socket = new WebSocket(chain[which].replace('http:', 'ws:'))
    await new Promise((resolve) => socket.once('open', resolve))
    const answers: { error: { code: number } }[] = []
    socket.on('message', (message) => answers.push(JSON.parse(message.toString())))
    for (const text of [
      '{',
      '[]',
      JSON.stringify(call('getHealth')),
      JSON.stringify(call('accountSubscribe', ['x'])),
      JSON.stringify(call('accountUnsubscribe', [99_999])),
      JSON.stringify(call('toStringSubscribe', [])),
    ])
      socket.send(text)
    await expect
      .poll(() => answers.map(({ error }) => error.code))
      .toEqual([-32700, -32600, -32601, -32602, -32602, -32601])
    socket.close()
  },
)

test('rejects a port in use, its own or the one for WebSockets', async () => {
  const { port } = new URL(chain.url)
  await expect(startSolana({ port: Number(port) })).rejects.toThrow(
    `port ${port}: Address already in use`,
  )
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const taken = (holder.address() as { port: number }).port
  await expect(startSolana({ port: taken - 1 })).rejects.toThrow(/Address already in use/)
  await new Promise((resolve) => holder.close(resolve))
})
