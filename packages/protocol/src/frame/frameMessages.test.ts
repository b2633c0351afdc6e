import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type FrameMessageType, frameMessages, isFrameMessage } from './frameMessages.ts'

const accepts = (type: FrameMessageType, payload: unknown) =>
  v.safeParse(frameMessages[type].request, payload).success

test('[9.3] login requests wait 30 s', () => {
  for (const type of [
    'CONNECT_EMAIL',
    'CONNECT_DEVICE',
    'CONNECT_OTP',
    'CONNECT_SOCIAL',
    'GET_SOCIAL_REDIRECT_URI',
  ] as const)
    expect(frameMessages[type].timeoutMs, type).toBe(30_000)
})

test('[9.4] a sign-out waits at most 3 s', () => {
  expect(frameMessages.SIGN_OUT.timeoutMs).toBeLessThanOrEqual(3_000)
})

test.each(['a@b.co', 'First.Last+tag@Mail.Example.org', ' a@b.co '])(
  '[5.1] %s is an email address',
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
])('[5.1] error: %j is no email address', (email) => {
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

test('[5.3] a social provider is one of six', () => {
  for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord'])
    expect(accepts('GET_SOCIAL_REDIRECT_URI', { provider })).toBe(true)
  for (const provider of ['Google', 'farcaster', 'telegram', '', undefined])
    expect(accepts('GET_SOCIAL_REDIRECT_URI', { provider })).toBe(false)
})

test('[3.2] a network id is text or a number, and so is that of a user', () => {
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

test('error: no message takes a key that it does not know', () => {
  const empty = Object.entries(frameMessages).filter(
    ([, { request }]) => v.safeParse(request, {}).success,
  )
  expect(empty.length).toBeGreaterThan(8)
  for (const [type] of empty)
    for (const key of ['rpcUrl', '__proto__', 'constructor', 'x'])
      expect(accepts(type as FrameMessageType, JSON.parse(`{"${key}":1}`)), type).toBe(false)
  expect(accepts('SWITCH_NETWORK', { chainId: 1, rpcUrl: 'https://evil.example' })).toBe(false)
})

test('knows its own names only', () => {
  expect(isFrameMessage('RPC_REQUEST')).toBe(true)
  for (const name of ['constructor', '__proto__', 'toString', 'RPC_REQUEST_SUCCESS', ''])
    expect(isFrameMessage(name)).toBe(false)
})
