import { expect, test } from 'vitest'
import { type ErrorCode, errors, FoyerError } from '../errors.ts'
import { fromFrameError, toFrameError } from './frameError.ts'

test('passes on every error of the catalogue with its code, number and sentence', () => {
  for (const code of Object.keys(errors) as ErrorCode[]) {
    const sent = new FoyerError(code, { values: { n: 12 } })
    const wire = toFrameError(sent)
    expect(wire).toEqual({ code, rpcCode: sent.rpcCode, message: sent.message })
    const got = fromFrameError(wire)
    expect([got.code, got.rpcCode, got.message, got.details]).toEqual([
      code,
      sent.rpcCode,
      sent.message,
      undefined,
    ])
  }
})

test('[8.9] passes on the remaining seconds', () => {
  const wire = toFrameError(new FoyerError('email-throttled', { values: { n: 27 }, details: 'x' }))
  expect(fromFrameError(wire).message).toBe('Please try again after 27 seconds')
})

test('passes on intended details only', () => {
  const said = new FoyerError('unauthorized', {
    details: 'JWT validation error: JWT Token is not yet valid',
    cause: new Error('secret'),
  })
  expect(fromFrameError(toFrameError(said)).details).toBe(said.details)
  expect(toFrameError(new Error('secret of a stack'))).toEqual({
    code: 'internal',
    rpcCode: -32603,
    message: 'Internal error',
  })
  expect(JSON.stringify(toFrameError({ code: 4001, message: 'secret' }))).not.toContain('secret')
})

test("[8.6] an answer without a message becomes 'An error occurred'", () => {
  expect(fromFrameError({ code: 'of-tomorrow', rpcCode: -1 }).message).toBe('An error occurred')
  expect(fromFrameError({ code: 'constructor', rpcCode: -1, message: '' }).code).toBe('unknown')
})

test('cuts an error of more than 1024 characters', () => {
  const { message } = toFrameError(new FoyerError('unauthorized', { details: 'x'.repeat(2000) }))
  expect(message).toBe('x'.repeat(1024))
})
