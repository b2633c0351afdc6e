import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ErrorCode, errors, FoyerError } from './errors.ts'
import { toFoyerError } from './toFoyerError.ts'

test('turns every thrown value into an error of the catalogue without throwing', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (thrown) => {
      const error = toFoyerError(thrown, 'rpc-failed')
      expect(error).toBeInstanceOf(FoyerError)
      expect(Object.hasOwn(errors, error.code)).toBe(true)
    }),
  )
})

test('[8.24] recognises each number, as number and as text, at every depth that wallets use', () => {
  const codes = Object.keys(errors) as ErrorCode[]
  const first = new Map(codes.toReversed().map((code) => [errors[code][1] as number, code]))
  fc.assert(
    fc.property(
      fc.constantFrom(...first.keys()),
      fc.boolean(),
      fc.array(fc.constantFrom('data', 'originalError', 'cause'), { maxLength: 3 }),
      fc.boolean(),
      (number, asText, path, wrapped) => {
        const inner: unknown = { code: asText ? String(number) : number }
        const thrown = path.reduceRight<unknown>(
          (value, key) => ({ [key]: value, ...(wrapped ? { code: -32603 } : {}) }),
          inner,
        )
        expect(toFoyerError(thrown).code).toBe(first.get(number))
      },
    ),
  )
})

test('finds the real number inside a wallet’s made-up one', () => {
  expect(toFoyerError({ code: 1234, data: { originalError: { code: 4902 } } }).code).toBe(
    'chain-unrecognised',
  )
  expect(toFoyerError({ code: 'ACTION_REJECTED', cause: { code: 4001 } }).code).toBe(
    'user-rejected',
  )
  expect(toFoyerError({ code: '', cause: { code: 4001 } }).code).toBe('user-rejected')
})

test('looks four levels deep, and no deeper', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { code: 4902 } : { data: nested(depth - 1) }
  expect(toFoyerError(nested(3)).code).toBe('chain-unrecognised')
  expect(toFoyerError(nested(4)).code).toBe('unknown')
})

test('keeps -32603 if there is nothing better inside', () => {
  expect(toFoyerError({ code: -32603, data: { code: 77 } }).code).toBe('internal')
})

test('returns a Foyer error unchanged', () => {
  const error = new FoyerError('not-connected')
  expect(toFoyerError(error, 'unknown')).toBe(error)
})

test('returns a Foyer error of another copy of the package unchanged', () => {
  const twin = Object.assign(new Error('Please try again after 12 seconds'), {
    name: 'FoyerError',
    code: 'email-throttled',
    rpcCode: -32005,
    details: undefined,
  })
  expect(twin).not.toBeInstanceOf(FoyerError)
  expect(toFoyerError(twin)).toBe(twin)
})

test('keeps the code of an error that crossed a channel as plain fields', () => {
  const error = toFoyerError({ code: 'sign-in-declined', message: 'Signature declined' })
  expect(error).toBeInstanceOf(FoyerError)
  expect(error).toMatchObject({ code: 'sign-in-declined', details: 'Signature declined' })
})

test('ignores names of the prototype as codes', () => {
  for (const code of ['constructor', '__proto__', 'toString'])
    expect(toFoyerError({ code }, 'http-failed').code).toBe('http-failed')
})

test('recognises aborts and timeouts of the platform', () => {
  const timeout = new DOMException('late', 'TimeoutError')
  expect(toFoyerError(AbortSignal.abort().reason).code).toBe('request-aborted')
  expect(toFoyerError(timeout).code).toBe('request-timed-out')
})

test('uses the fallback, keeps the cause, and puts its message into the details', () => {
  const cause = new TypeError('x is not a function')
  const error = toFoyerError(cause, 'rpc-failed')
  expect(error).toMatchObject({ code: 'rpc-failed', details: 'x is not a function', cause })
  expect(toFoyerError('declined').details).toBe('declined')
  expect(toFoyerError(undefined)).toMatchObject({ code: 'unknown', details: undefined })
})

test('survives throwing getters and cyclic objects', () => {
  const hostile = Object.defineProperties(
    {},
    Object.fromEntries(
      ['code', 'name', 'message', 'data', 'cause'].map((key) => [
        key,
        {
          get() {
            throw new Error('boo')
          },
        },
      ]),
    ),
  )
  expect(toFoyerError(hostile).code).toBe('unknown')
  const circle: Record<string, unknown> = {}
  circle.cause = circle
  circle.data = circle
  expect(toFoyerError(circle).code).toBe('unknown')
})
