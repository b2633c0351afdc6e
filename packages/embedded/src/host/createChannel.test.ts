import { FoyerError } from '@foyer/protocol'
import { frameLimits, frameMessages } from '@foyer/protocol/frame'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Channel, createChannel } from './createChannel.ts'

type Said = { id: string; n: number; t: string; p?: unknown }

let channel: Channel
let frame: MessagePort
let received: Said[]
let pushes: unknown[]
let breaks: number
let n: number

beforeEach(() => {
  const { port1, port2 } = new MessageChannel()
  frame = port2
  received = []
  pushes = []
  breaks = 0
  n = 0
  frame.onmessage = ({ data }) => received.push(data as Said)
  channel = createChannel(port1, {
    messages: frameMessages,
    onBroken: () => {
      breaks += 1
    },
    onPush: (type, payload) => pushes.push([type, payload]),
  })
})
afterEach(() => {
  vi.useRealTimers()
  channel.close(new FoyerError('request-aborted'))
  frame.close()
})

/** Waits until both ports have delivered their messages. */
const delivered = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
const say = async (message: object) => {
  n += 1
  frame.postMessage({ n, ...message })
  await delivered()
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: FoyerError) => error.code,
  )
const signing = { method: 'personal_sign', params: ['0x00', `0x${'11'.repeat(20)}`] }

test('[9.6] 99 requests may be pending; the next is refused until one is answered', async () => {
  const waiting = Array.from({ length: frameLimits.open }, () => channel.ask('IS_CONNECTED', {}))
  for (const one of waiting) one.catch(() => {})
  expect(waiting).toHaveLength(99)
  expect(await codeOf(channel.ask('IS_CONNECTED', {}))).toBe('limit-exceeded')
  await delivered()
  expect(received).toHaveLength(99)
  await say({ id: received[0]?.id, t: 'IS_CONNECTED_SUCCESS', p: { isConnected: true } })
  expect(await waiting[0]).toEqual({ isConnected: true })
  const next = channel.ask('IS_CONNECTED', {})
  next.catch(() => {})
  await delivered()
  expect(received).toHaveLength(100)
})

test('numbers increase, ids are unique', async () => {
  for (let turn = 0; turn < 5; turn++) channel.ask('IS_CONNECTED', {}).catch(() => {})
  await delivered()
  expect(received.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(received.map(({ id }) => id)).size).toBe(5)
})

test.each([
  ['a second READY', { t: 'READY', version: 4, hn: 'a'.repeat(32), caps: {} }],
  ['a number that came before', { n: 1, t: 'HIDE', p: {} }],
])('error: %s ends the channel and all pending requests', async (_, message) => {
  const waiting = codeOf(channel.ask('IS_CONNECTED', {}))
  await say({ t: 'HIDE', p: {} })
  await say(message)
  expect(await waiting).toBe('provider-disconnected')
  expect(breaks).toBe(1)
  expect(await codeOf(channel.ask('IS_CONNECTED', {}))).toBe('provider-disconnected')
})

test('ignores messages that are not in the table', async () => {
  for (const message of [
    { t: 'SHOW', p: { height: 'all' } },
    { t: 'SHOW', p: { height: 10 } },
    { t: 'CONSTRUCTOR', p: {} },
    { t: 'SESSION_ENDED', p: { now: true } },
    { t: 'HIDE', p: {}, extra: 1 },
    { t: 'POPUP_NEEDED', p: { rid: 'x', reason: '' } },
  ])
    await say(message)
  for (const message of [null, 'text', 1, [], { t: 'HIDE' }]) frame.postMessage(message)
  await delivered()
  expect(pushes).toEqual([])
  await say({ t: 'SHOW', p: { height: 480 } })
  expect(pushes).toEqual([['SHOW', { height: 480 }]])
  expect(breaks).toBe(0)
})

test('error: an answer of another type, or of the wrong shape', async () => {
  const one = codeOf(channel.ask('IS_CONNECTED', {}))
  const two = codeOf(channel.ask('IS_CONNECTED', {}))
  const three = codeOf(channel.ask('IS_CONNECTED', {}))
  await delivered()
  await say({ id: received[0]?.id, t: 'GET_USER_SUCCESS', p: { isConnected: true } })
  await say({ id: received[1]?.id, t: 'IS_CONNECTED_SUCCESS', p: { isConnected: 'yes' } })
  await say({ id: received[2]?.id, t: 'IS_CONNECTED_ERROR', p: 'no' })
  expect(await Promise.all([one, two, three])).toEqual(['unknown', 'unknown', 'unknown'])
})

test('[8.4] an aborted signature is sent to the frame, and a late answer is dropped', async () => {
  const controller = new AbortController()
  const waiting = channel.ask('RPC_REQUEST', signing, { signal: controller.signal })
  expect(channel.isWaiting()).toBe(true)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({
    code: 'request-aborted',
    message: 'Request was aborted',
  })
  await delivered()
  const [asked, aborted] = received
  expect(aborted).toMatchObject({ t: 'RPC_ABORT', p: { id: asked?.id } })
  await say({ id: asked?.id, t: 'RPC_REQUEST_SUCCESS', p: { result: '0x' } })
  expect(channel.isWaiting()).toBe(false)
  expect(breaks).toBe(0)
})

test('[8.5] aborting another request only reports something-went-wrong', async () => {
  const controller = new AbortController()
  const waiting = channel.ask('CONNECT_DEVICE', {}, { signal: controller.signal })
  controller.abort()
  const expected = { code: 'something-went-wrong', message: 'Something went wrong' }
  await expect(waiting).rejects.toMatchObject(expected)
  const late = channel.ask('CONNECT_DEVICE', {}, { signal: controller.signal })
  await expect(late).rejects.toMatchObject(expected)
})

test.each([
  ['CONNECT_EMAIL', { email: 'a@b.co' }, 30_000],
  ['CONNECT_DEVICE', {}, 30_000],
  ['CONNECT_OTP', { otp: '123456' }, 30_000],
  ['CONNECT_SOCIAL', { uri: 'https://a.example' }, 30_000],
  ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }, 30_000],
  ['SIGN_OUT', {}, 2_900],
  ['RPC_REQUEST', signing, 300_000],
] as const)('[9.3] [9.4] %s times out', async (type, payload, timeoutMs) => {
  vi.useFakeTimers()
  let ended: unknown
  void codeOf(channel.ask(type, payload as never)).then((code) => {
    ended = code
  })
  await vi.advanceTimersByTimeAsync(timeoutMs - 1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toBe('request-timed-out')
  vi.useRealTimers()
  await delivered()
  // Cancel in the frame when the caller gave up.
  expect(received.map(({ t }) => t)).toEqual(type === 'RPC_REQUEST' ? [type, 'RPC_ABORT'] : [type])
})

test('a login that must open the wallet first may show the frame, and is cancelled in the frame when the caller aborts', async () => {
  vi.useFakeTimers()
  const ended = codeOf(channel.ask('GET_USER', {}))
  expect(channel.isWaiting()).toBe(true)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await ended).toBe('request-timed-out')
  vi.useRealTimers()
  await delivered()
  const [asked, aborted] = received
  expect(aborted).toMatchObject({ t: 'RPC_ABORT', p: { id: asked?.id } })
  expect(channel.isWaiting()).toBe(false)
})

test('error: values that JSON cannot represent, or that are too large', async () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  for (const params of [cycle, [1n], 'x'.repeat(300_000)])
    expect(await codeOf(channel.ask('RPC_REQUEST', { method: 'eth_call', params }))).toBe(
      'params-invalid',
    )
  await delivered()
  expect(received).toEqual([])
  channel
    .ask('RPC_REQUEST', { method: 'eth_call', params: [{ to: undefined, data: '0x' }] })
    .catch(() => {})
  await delivered()
  expect(received[0]?.p).toEqual({ method: 'eth_call', params: [{ data: '0x' }] })
})
