import { expect, expectTypeOf, test } from 'vitest'
import { type ErrorCode, errors, FoyerError } from './errors.ts'

test('[8.24] every number of the catalogue has a code of its own', () => {
  const named: Record<number, ErrorCode> = {
    4001: 'user-rejected',
    4100: 'unauthorized',
    4200: 'unsupported-method',
    4900: 'provider-disconnected',
    4901: 'chain-disconnected',
    4902: 'chain-unrecognised',
    5700: 'capability-unsupported',
    5710: 'capability-chain-unsupported',
    5720: 'bundle-duplicate',
    5730: 'bundle-unknown',
    5740: 'bundle-too-large',
    5750: 'upgrade-rejected',
    5760: 'atomicity-unsupported',
    [-32700]: 'parse-failed',
    [-32600]: 'request-invalid',
    [-32601]: 'method-not-found',
    [-32602]: 'params-invalid',
    [-32603]: 'internal',
    [-32000]: 'input-invalid',
    [-32001]: 'resource-not-found',
    [-32002]: 'request-pending',
    [-32003]: 'transaction-rejected',
    [-32004]: 'method-not-implemented',
    [-32005]: 'limit-exceeded',
    [-32006]: 'version-unsupported',
  }
  for (const [number, code] of Object.entries(named)) {
    const error = new FoyerError(code)
    expect(error.rpcCode, code).toBe(Number(number))
    expect(error.message.length, code).toBeGreaterThan(5)
  }
})

test('[8.24] every other error has the number of its kind, or else that of an internal error', () => {
  const ofKind: Partial<Record<number, readonly ErrorCode[]>> = {
    4001: ['request-aborted', 'sign-in-declined'],
    4100: [
      ...([
        'action-not-allowed',
        'not-connected',
        'relay-refused',
        'email-replaced',
        'login-held',
      ] as const),
      ...(['recovery-evidence-required', 'account-frozen'] as const),
    ],
    4200: ['rpc-call-not-allowed', 'method-not-supported'],
    4901: ['chain-unsupported', 'session-chain-unsupported'],
    [-32602]: [
      ...(['address-invalid', 'amount-and-receiver-required', 'token-required'] as const),
      'options-invalid',
    ],
    [-32002]: ['connector-busy'],
    [-32005]: ['email-throttled'],
  }
  const numbers = new Map(
    Object.entries(ofKind).flatMap(([number, codes]) =>
      (codes ?? []).map((code) => [code, Number(number)]),
    ),
  )
  const codes = Object.keys(errors) as ErrorCode[]
  for (const code of codes.slice(codes.indexOf('version-unsupported') + 1))
    expect(errors[code][1], code).toBe(numbers.get(code) ?? -32603)
})

test('[8.14] [8.15] internal and transport errors have the specified sentences', () => {
  const sentence = (code: ErrorCode) => new FoyerError(code).message
  expect(sentence('adapter-not-found')).toBe('Adapter not found')
  expect(sentence('network-undefined')).toBe('CaipNetwork is undefined')
  expect(sentence('http-failed')).toBe('HTTP request failed')
  expect(sentence('rpc-failed')).toBe('RPC request failed')
  expect(sentence('request-timed-out')).toBe('request timed out')
})

test('other errors have the specified sentences', () => {
  const sentences = {
    'balance-unavailable': 'Token Balance Unavailable',
    'transactions-failed': 'Failed to fetch transactions',
    'frame-load-failed': 'Unable to load email login dependency',
    'request-aborted': 'Request was aborted',
    'something-went-wrong': 'Something went wrong',
    unknown: 'An error occurred',
    'frame-not-set': 'W3mFrame: iframe is not set',
    'frame-parent-not-set': 'W3mFrame: parent is not set',
    'disconnect-failed': 'Failed to disconnect',
    'email-throttled': 'Please try again after {n} seconds',
    'address-invalid': 'Address is invalid',
    'rpc-call-not-allowed': 'Requested RPC call is not allowed',
    'action-not-allowed': 'Action not allowed',
    'amount-and-receiver-required': 'An amount and receiver address are required',
    'token-required': 'A token is required',
    'chain-unsupported': 'Unsupported chain',
    'session-chain-unsupported': 'Chain is not supported',
    'method-not-supported': 'method not supported',
    'theme-sync-failed': 'Unable to sync theme to auth connector',
    'sign-in-failed': 'A problem occurred while trying initialize authentication',
    'sign-in-declined': 'Signature declined',
    'smart-accounts-unsupported': 'This application might not support Smart Accounts',
  } as const
  for (const [code, sentence] of Object.entries(sentences))
    expect(errors[code as ErrorCode][0]).toBe(sentence)
})

test('fills in the values of a sentence, and keeps sentences without values', () => {
  expect(new FoyerError('email-throttled', { values: { n: 12 } }).message).toBe(
    'Please try again after 12 seconds',
  )
  expect(new FoyerError('email-throttled', { values: { n: '$&' } }).message).toBe(
    'Please try again after $& seconds',
  )
  expect(new FoyerError('email-throttled').message).toBe('Please try again after {n} seconds')
})

test('keeps cause and details', () => {
  const cause = new Error('inner')
  const error = new FoyerError('http-failed', { cause, details: 'GET /x: 500' })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'FoyerError', code: 'http-failed', details: 'GET /x: 500' })
  expect(error.cause).toBe(cause)
  expect('cause' in new FoyerError('unknown')).toBe(false)
})

test('the type includes the code', () => {
  expectTypeOf(new FoyerError('not-connected').code).toEqualTypeOf<'not-connected'>()
  expectTypeOf<FoyerError['code']>().toEqualTypeOf<ErrorCode>()
  // @ts-expect-error no such code
  expect(() => new FoyerError('no-such-code')).toThrow(TypeError)
})
