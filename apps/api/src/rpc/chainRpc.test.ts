import { setImmediate } from 'node:timers/promises'
import { createLog } from '@foyer/server'
import * as v from 'valibot'
import { keccak256 } from 'viem/utils'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { chainConfigs } from '../chains/chainConfig.ts'
import { createMetrics } from '../metrics.ts'
import { createChainRpc } from './chainRpc.ts'
import { startUpstream } from './startUpstream.test.kit.ts'

const startAt = Date.parse('2026-11-22T12:00:00Z')
afterEach(() => void vi.useRealTimers())

type Reply = {
  readonly status?: number
  /** Seconds. */
  readonly retryAfter?: number
  /** @default a result */
  readonly body?: string
  /** Time that the answer takes on the test's clock. */
  readonly takesMs?: number
}
const ok = '{"jsonrpc":"2.0","id":0,"result":"0x1"}'

/** A chain whose upstreams give these replies in turn, the last one again and again. Waiting moves the test's clock. */
async function chainOf(
  replies: readonly (readonly Reply[])[],
  options: Partial<createChainRpc.Options> = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: startAt })
  const order: number[] = []
  const bodies: string[] = []
  const upstreams = await Promise.all(
    replies.map((list, place) =>
      startUpstream(({ body }, response, count) => {
        const {
          status = 200,
          retryAfter,
          body: text = ok,
          takesMs = 0,
        } = list[Math.min(count, list.length) - 1] as Reply
        order.push(place)
        bodies.push(body)
        vi.setSystemTime(Date.now() + takesMs)
        const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
        response.writeHead(status, headers).end(text)
      }),
    ),
  )
  onTestFinished(async () => {
    for (const upstream of upstreams) await upstream.stop()
  })
  const waits: number[] = []
  const metrics = createMetrics()
  const chains = v.parse(chainConfigs, [
    {
      caipId: 'eip155:1',
      name: 'Test',
      rpcUrls: upstreams.map(({ url }) => url),
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])
  const rpc = createChainRpc({
    chains,
    log: createLog({ app: 'api', level: 'silent' }),
    metrics,
    async wait(ms) {
      waits.push(ms)
      vi.setSystemTime(Date.now() + ms)
    },
    ...options,
  })
  const send = (...methods: string[]) =>
    rpc.send(
      chains[0]!,
      methods.map((method) => ({
        method,
        params: method === 'eth_sendRawTransaction' ? '["0x02ab"]' : '[]',
      })),
    )
  /** Sends one read; returns its result, or the status and the Retry-After (ms) of the refusal. */
  const outcome = () =>
    send('eth_chainId').then(
      ([answer]) => answer,
      ({ retryAfterMs, status }) => ({ status, retryAfterMs }),
    )
  return { bodies, metrics, order, outcome, send, waits }
}
/** Records the time that each request is given, and lets all take as long as they need. */
function watchTimeouts() {
  const given: number[] = []
  const watch = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    given.push(ms)
    return new AbortController().signal
  })
  onTestFinished(() => watch.mockRestore())
  return given
}

const result = { result: '"0x1"' }
const busy = { status: 503, body: 'busy' }
const no = { status: 400, body: 'no' }

test('[9.7] waits before a retry for the shortest Retry-After time that an upstream gave', async () => {
  const seconds = (...all: (number | undefined)[]) =>
    all.map((retryAfter) => [retryAfter === undefined ? busy : { ...busy, retryAfter }, {}])
  for (const [upstreams, waitMs] of [
    [seconds(2, 1), 1000],
    [seconds(1, 2), 1000],
    [seconds(undefined, 2), 2000],
    [seconds(2, undefined), 2000],
    [seconds(undefined, undefined), 150],
  ] as const) {
    const { outcome, waits } = await chainOf(upstreams)
    expect(await outcome()).toEqual(result)
    expect(waits).toEqual([waitMs])
  }
})

test('[9.7] retries when at least one of the upstreams allows it', async () => {
  for (const upstreams of [
    [[no], [busy, {}]],
    [[busy, {}], [no]],
  ]) {
    const { outcome, waits } = await chainOf(upstreams)
    expect(await outcome()).toEqual(result)
    expect(waits).toEqual([150])
  }
})

test('[9.7] starts no attempt at or after the deadline', async () => {
  watchTimeouts()
  const tried = async (deadlineMs: number) => {
    const { order, outcome } = await chainOf([[busy]], { deadlineMs })
    return { ...((await outcome()) as object), tries: order.length }
  }
  const refused = { status: 502, retryAfterMs: undefined }
  expect(await tried(150)).toEqual({ ...refused, tries: 1 })
  expect(await tried(151)).toEqual({ ...refused, tries: 2 })
  expect(await tried(450)).toEqual({ ...refused, tries: 2 })
  expect(await tried(451)).toEqual({ ...refused, tries: 3 })
})

test('gives an upstream the time that is left, and calls no other upstream when none is left', async () => {
  for (const [takesMs, timeouts] of [
    [59_000, [40_000, 1000]],
    [59_999, [40_000, 1]],
    [60_000, [40_000]],
    [60_001, [40_000]],
  ] as const) {
    const given = watchTimeouts()
    const times = { attemptTimeoutMs: 40_000, deadlineMs: 60_000 }
    const { outcome } = await chainOf([[{ ...busy, takesMs }], [{}]], times)
    const refused = { status: 502, retryAfterMs: undefined }
    expect(await outcome()).toEqual(takesMs < 60_000 ? result : refused)
    expect(given).toEqual(timeouts)
  }
})

test('gives one upstream 10 s, and all attempts of a call together 25 s', async () => {
  const given = watchTimeouts()
  const patient = await chainOf([[{ ...busy, retryAfter: 24 }, {}]])
  expect(await patient.outcome()).toEqual(result)
  expect(given).toEqual([10_000, 1000])
  const late = await chainOf([[{ ...busy, retryAfter: 25 }, {}]])
  expect(await late.outcome()).toEqual({ status: 503, retryAfterMs: 25_000 })
})

test('error: sends a Retry-After time only when nothing but the deadline prevents a retry', async () => {
  const final = await chainOf([[{ ...no, retryAfter: 1 }]])
  expect(await final.outcome()).toEqual({ status: 502, retryAfterMs: undefined })
  const often = await chainOf([[{ ...busy, retryAfter: 1 }]])
  expect(await often.outcome()).toEqual({ status: 502, retryAfterMs: undefined })
  expect(often.order).toHaveLength(4)
})

test('passes on a JSON-RPC error with a non-2xx status, but no other JSON', async () => {
  const error = '{"code":-32602,"message":"bad address"}'
  for (const [body, expected] of [
    [` {"jsonrpc":"2.0","id":0,"error":${error}}`, { error }],
    ['{"jsonrpc":"2.0","id":0,"result":"0x1"}', { status: 502, retryAfterMs: undefined }],
    [`{"error":${error}}`, { status: 502, retryAfterMs: undefined }],
    ['"no"', { status: 502, retryAfterMs: undefined }],
  ] as const) {
    const { outcome } = await chainOf([[{ status: 400, body }], [no]])
    expect(await outcome(), body).toEqual(expected)
  }
  const body = ` [{"id":1,"error":${error}},{"id":0,"result":"0x1"}]`
  const { send } = await chainOf([[{ status: 400, body }]])
  expect(await send('eth_chainId', 'eth_gasPrice')).toEqual([result, { error }])
})

test('counts each attempt by chain, position of the upstream and outcome', async () => {
  const { metrics, outcome } = await chainOf([[busy], [{}]])
  await outcome()
  const { values } = await metrics.rpcAttempts.get()
  expect(values).toEqual([
    { labels: { chain: 'eip155:1', upstream: 0, outcome: '503' }, value: 1 },
    { labels: { chain: 'eip155:1', upstream: 1, outcome: 'ok' }, value: 1 },
  ])
})

test('pauses a failed upstream by the given clock; an answer resets the length of the next pause', async () => {
  let now = 0
  const { order, outcome } = await chainOf([[busy, {}, busy, {}], [{}]], { now: () => now })
  for (now of [0, 999, 1000, 1001, 2000, 2001]) await outcome()
  expect(order).toEqual([0, 1, 1, 0, 0, 1, 1, 0])
})

test('submits transactions one by one, and sends nothing else when there is nothing to read', async () => {
  const { bodies, send } = await chainOf([[{}]])
  expect(await send('eth_sendRawTransaction', 'eth_sendRawTransaction')).toEqual([result, result])
  expect(bodies).toEqual(
    Array(2).fill('{"jsonrpc":"2.0","id":0,"method":"eth_sendRawTransaction","params":["0x02ab"]}'),
  )
  expect(await send()).toEqual([])
  expect(bodies).toHaveLength(2)
})

test('sends a single call alone, and several calls in a batch with their positions as ids', async () => {
  const batch = '[{"id":1,"result":"0x2"},{"id":0,"result":"0x1"},{"id":7,"result":"0x7"}]'
  const { bodies, send } = await chainOf([[{}, { body: batch }]])
  expect(await send('eth_chainId')).toEqual([result])
  expect(await send('eth_chainId', 'eth_gasPrice')).toEqual([result, { result: '"0x2"' }])
  const call = (id: number, method: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":[]}`
  expect(bodies).toEqual([
    call(0, 'eth_chainId'),
    `[${call(0, 'eth_chainId')},${call(1, 'eth_gasPrice')}]`,
  ])
})

test('looks up a transaction only after a failure that leaves unknown whether it was accepted', async () => {
  const methodsAfter = async (...replies: Reply[]) => {
    const { bodies, send } = await chainOf([replies])
    const [answer] = await send('eth_sendRawTransaction')
    return [answer, bodies.map((body) => JSON.parse(body).method.replace('eth_', ''))]
  }
  const id = { result: JSON.stringify(keccak256('0x02ab')) }
  const none = { body: '{"result":null}' }
  const found = { body: '{"result":{}}' }
  const error = '{"code":-32000,"message":"already known"}'
  const known = { body: `{"error":${error}}` }
  const unsure = { error: '{"code":-32000,"message":"nonce too low"}' }
  const nonce = { body: `{"error":${unsure.error}}` }
  const [submit, lookUp] = ['sendRawTransaction', 'getTransactionByHash']
  expect(await methodsAfter({ status: 429, body: 'no' }, known)).toEqual([
    { error },
    [submit, submit],
  ])
  expect(await methodsAfter(busy, found)).toEqual([id, [submit, lookUp]])
  expect(await methodsAfter(busy, none, known)).toEqual([id, [submit, lookUp, submit]])
  expect(await methodsAfter(busy, none, nonce, found)).toEqual([
    ...[id, [submit, lookUp, submit, lookUp]],
  ])
  expect(await methodsAfter(busy, none, nonce, none)).toEqual([
    ...[unsure, [submit, lookUp, submit, lookUp]],
  ])
  // An error of the look-up says nothing about the transaction.
  expect(await methodsAfter(busy, nonce, {})).toEqual([result, [submit, lookUp, submit]])
})

test('error: reports the failure of a transaction even when the reads beside it fail too', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const { send } = await chainOf([[{ status: 500, body: 'no' }]])
  await expect(send('eth_chainId', 'eth_sendRawTransaction')).rejects.toMatchObject({
    ...{ status: 502, code: 'rpc-failed' },
  })
  await setImmediate()
  await setImmediate()
  expect(unhandled).not.toHaveBeenCalled()
})
