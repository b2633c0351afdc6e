import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { isChainUnrecognised, isMethodUnsupported, toEvmError } from './errors.ts'

test.each([
  [{ code: 4001 }, 'user-rejected'],
  [{ code: 4100 }, 'unauthorized'],
  [{ code: -32002 }, 'request-pending'],
  [{ code: -32603, data: { originalError: { code: 4001 } } }, 'user-rejected'],
  [{ code: -32603, message: 'User denied transaction signature.' }, 'user-rejected'],
  [{ code: -32000, message: 'user rejected' }, 'user-rejected'],
  [{ code: 'ACTION_REJECTED' }, 'user-rejected'],
  [{ message: 'wrapped', cause: { message: 'Cancelled by the user' } }, 'user-rejected'],
  ['User cancelled', 'user-rejected'],
  [{ code: -32602, message: 'user rejected' }, 'params-invalid'],
  [{ code: -32603, message: 'execution reverted' }, 'internal'],
  [{ code: -32000, message: 'insufficient funds for gas' }, 'input-invalid'],
  [new Error('boo'), 'unknown'],
  [undefined, 'unknown'],
])('gives %j as %s', (thrown, code) => {
  const error = toEvmError(thrown)
  expect(error).toBeInstanceOf(FoyerError)
  expect(error.code).toBe(code)
  expect(error.cause).toBe(thrown)
})

test('gives the fallback for what has no number, and an error of ours as it is', () => {
  expect(toEvmError(new Error('boo'), 'connection-invalid').code).toBe('connection-invalid')
  expect(toEvmError(new Error('user rejected'), 'connection-invalid').code).toBe('user-rejected')
  const own = new FoyerError('unknown', { details: 'user rejected' })
  expect(toEvmError(own)).toBe(own)
})

test.each([
  { code: 4902 },
  { code: '4902' },
  { code: -32603, data: { originalError: { code: 4902 } } },
  { code: -32603, cause: { cause: { code: 4902 } } },
  { code: -32603, error: { code: 4902 } },
  { code: -32603, message: 'Unrecognized chain ID "0x7a6a". Try adding the chain first.' },
  { message: 'Unknown chain' },
  { message: 'Chain 31338 has not been added by user' },
  'Unrecognised chain',
  new FoyerError('chain-unrecognised'),
  new FoyerError('internal', { cause: { data: { code: 4902 } } }),
])('gives true for a network that the wallet does not know (%#)', (thrown) => {
  expect(isChainUnrecognised(thrown)).toBe(true)
})

test.each([
  { code: 4001 },
  { code: -32603, message: 'Internal error' },
  undefined,
  null,
  4902,
  'x',
])('gives false for another failure (%#)', (thrown) => {
  expect(isChainUnrecognised(thrown)).toBe(false)
  expect(isMethodUnsupported(thrown)).toBe(false)
})

test('gives false for what refers to itself, and ends', () => {
  const loop: { cause?: unknown } = {}
  loop.cause = loop
  expect(isChainUnrecognised(loop)).toBe(false)
})
