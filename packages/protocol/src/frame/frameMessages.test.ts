import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { frameError } from './frameError.ts'
import { type FrameMessageType, frameMessages, isFrameMessage } from './frameMessages.ts'
import { framePushes } from './walletMessages.ts'

const accepts = (type: FrameMessageType, payload: unknown) =>
  v.safeParse(frameMessages[type].request, payload).success

test('[9.3] login requests time out after 30 s', () => {
  for (const type of [
    'CONNECT_EMAIL',
    'CONNECT_DEVICE',
    'CONNECT_OTP',
    'CONNECT_SOCIAL',
    'GET_SOCIAL_REDIRECT_URI',
  ] as const)
    expect(frameMessages[type].timeoutMs, type).toBe(30_000)
})

test('[9.4] a sign-out times out after 3 s at most', () => {
  expect(frameMessages.SIGN_OUT.timeoutMs).toBeLessThanOrEqual(3_000)
})

test.each(['a@b.co', 'First.Last+tag@Mail.Example.org', ' a@b.co '])(
  '[5.1] accepts %s as an email address',
  (email) => {
    for (const type of ['CONNECT_EMAIL', 'UPDATE_EMAIL'] as const) {
      const { output } = v.safeParse(frameMessages[type].request, { email })
      expect(output).toEqual({ email: email.trim().toLowerCase() })
    }
  },
)

test.each([
  '',
  'a',
  'a@b',
  'a@@b.co',
  'a b@c.co',
  'a@b.co\r\nBcc: x@y.zz',
  'Name <a@b.co>',
  'ä@b.co',
  'a@-b.co',
  '.a@b.co',
  'a..b@c.co',
  `${'a'.repeat(250)}@b.co`,
])('[5.1] rejects %j as an email address', (email) => {
  expect(accepts('CONNECT_EMAIL', { email })).toBe(false)
  expect(accepts('UPDATE_EMAIL', { email })).toBe(false)
})

test('[5.2] a one-time code is a string of six digits', () => {
  for (const type of [
    'CONNECT_OTP',
    'UPDATE_EMAIL_PRIMARY_OTP',
    'UPDATE_EMAIL_SECONDARY_OTP',
  ] as const) {
    expect(accepts(type, { otp: '012345' })).toBe(true)
    for (const otp of [12345, 123456, '12345', '1234567', '12345a', '１２３４５６', null])
      expect(accepts(type, { otp }), String(otp)).toBe(false)
  }
})

test('[5.3] a social provider is one of six, or Telegram', () => {
  for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'telegram'])
    expect(accepts('GET_SOCIAL_REDIRECT_URI', { provider })).toBe(true)
  for (const provider of ['Google', 'farcaster', '', undefined])
    expect(accepts('GET_SOCIAL_REDIRECT_URI', { provider })).toBe(false)
})

test('[3.2] accepts a network id and a user id as text or number', () => {
  for (const [given, chainId] of [
    [1, 'eip155:1'],
    ['10', 'eip155:10'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ]) {
    expect(v.parse(frameMessages.SWITCH_NETWORK.request, { chainId: given })).toEqual({ chainId })
    expect(
      v.parse(frameMessages.GET_USER.reply, { address: '0x1', chainId: given, email: null }),
    ).toEqual({ address: '0x1', chainId, email: null })
  }
  for (const chainId of [1.5, -1, Number.NaN, 'one', '', 'cosmos:hub', null, {}])
    expect(accepts('SWITCH_NETWORK', { chainId }), String(chainId)).toBe(false)
})

test('rejects unknown keys in every message', () => {
  const empty = Object.entries(frameMessages).filter(
    ([, { request }]) => v.safeParse(request, {}).success,
  )
  expect(empty.length).toBeGreaterThan(8)
  for (const [type] of empty)
    for (const key of ['rpcUrl', '__proto__', 'constructor', 'x'])
      expect(accepts(type as FrameMessageType, JSON.parse(`{"${key}":1}`)), type).toBe(false)
  expect(accepts('SWITCH_NETWORK', { chainId: 1, rpcUrl: 'https://evil.example' })).toBe(false)
})

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const address = 'a'.repeat(128)
const uri = `https://${'a'.repeat(4088)}`
const userName = 'a'.repeat(256)
const user = {
  email: 'a'.repeat(254),
  address,
  chainId,
  accounts: Array(20).fill({ address, type: 'eoa' }),
  userName,
  preferredAccountType: 'eoa',
  signature: 'a'.repeat(20_000),
}
const { CONNECT_SOCIAL, GET_SMART_ACCOUNT_ENABLED_NETWORKS, GET_USER, RPC_REQUEST } = frameMessages

test.each<[string, v.GenericSchema, unknown]>([
  ['a user', GET_USER.reply, user],
  [
    'a question for the user',
    GET_USER.request,
    { chainId, socialUri: uri, siwxMessage: 'a'.repeat(8192) },
  ],
  ['a social login', CONNECT_SOCIAL.request, { uri, preferredAccountType: 'eoa' }],
  ['who logged in', CONNECT_SOCIAL.reply, { email: userName, userName }],
  [
    'a list of networks',
    GET_SMART_ACCOUNT_ENABLED_NETWORKS.reply,
    { smartAccountEnabledNetworks: Array(500).fill(chainId) },
  ],
  ['a preferred account', frameMessages.SET_PREFERRED_ACCOUNT.reply, { type: 'eoa', address }],
  ['a call', RPC_REQUEST.request, { method: 'a'.repeat(128), chainNamespace: 'eip155', chainId }],
  ['a height', framePushes.SHOW, { height: 2000 }],
  [
    'a need for a window',
    framePushes.POPUP_NEEDED,
    { rid: '00112233-4455-4677-8899-aabbccddeeff', reason: userName },
  ],
  [
    'an error',
    frameError,
    { code: 'a'.repeat(64), rpcCode: Number.MAX_SAFE_INTEGER, message: 'a'.repeat(1024) },
  ],
])('%s accepts its largest size and rejects any larger part', (_, schema, largest) => {
  expect(listUnbounded(schema, largest)).toEqual([])
})

test('rejects a method without a name and a frame lower than 120 px', () => {
  expect(accepts('RPC_REQUEST', { method: '' })).toBe(false)
  const heights = [119, 120].map((height) => v.is(framePushes.SHOW, { height }))
  expect(heights).toEqual([false, true])
})

test('[3.6] cuts a site’s metadata, and drops icons that are too long or too many', () => {
  const limits = {
    ...{ name: 256, description: 1024, url: 2048 },
    ...{ sdkVersion: 64, sdkType: 64, projectId: 128 },
  }
  const long = Object.fromEntries(Object.keys(limits).map((key) => [key, 'a'.repeat(5000)]))
  const icons = ['b'.repeat(4097), ...Array<string>(9).fill('b'.repeat(4096))]
  const { metadata } = v.parse(frameMessages.SYNC_DAPP_DATA.request, {
    metadata: { ...long, icons },
  })
  const { icons: kept, ...texts } = metadata
  expect(kept).toEqual(Array(8).fill('b'.repeat(4096)))
  expect(
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.length])),
  ).toEqual(limits)
})

test('approvals time out after 5 min, other messages after 30 s, a sign-out after 2.9 s', () => {
  const waits = Object.entries(frameMessages).map(([type, { timeoutMs }]) => [type, timeoutMs])
  const others = waits.filter(([, timeoutMs]) => timeoutMs !== 30_000)
  expect(Object.fromEntries(others)).toEqual({
    CONNECT_CHALLENGE: 300_000,
    CONNECT_PASSKEY: 300_000,
    GET_USER: 300_000,
    RPC_REQUEST: 300_000,
    SIGN_OUT: 2_900,
  })
})

test('recognises only its own names', () => {
  expect(isFrameMessage('RPC_REQUEST')).toBe(true)
  for (const name of ['constructor', '__proto__', 'toString', 'RPC_REQUEST_SUCCESS', ''])
    expect(isFrameMessage(name)).toBe(false)
})
