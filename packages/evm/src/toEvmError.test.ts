import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { toEvmError } from './toEvmError.ts'

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
])('maps %j to %s', (thrown, code) => {
  const error = toEvmError(thrown)
  expect(error).toBeInstanceOf(FoyerError)
  expect(error.code).toBe(code)
  expect(error.cause).toBe(thrown)
})

test('uses the fallback without a number, and keeps an error of ours', () => {
  expect(toEvmError(new Error('boo'), 'connection-invalid').code).toBe('connection-invalid')
  expect(toEvmError(new Error('user rejected'), 'connection-invalid').code).toBe('user-rejected')
  const own = new FoyerError('unknown', { details: 'user rejected' })
  expect(toEvmError(own)).toBe(own)
})
