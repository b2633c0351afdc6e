import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { isMethodUnsupported, toSolanaError } from './toSolanaError.ts'

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  [{ code: 4001, message: 'x' }],
  [{ code: -32603, data: { code: 4001 } }],
  [{ error: { code: '4001' } }],
  ['User rejected the request.'],
  [named('WalletSignTransactionError', 'User rejected the request.')],
  [named('WalletSignMessageError', 'User denied message signature')],
  [named('WalletSendTransactionError', 'Request was cancelled by the user')],
  [named('WalletConnectionError', 'Approval denied')],
  [named('WalletSignTransactionError', 'Transaction rejected')],
  [named('WalletSignTransactionError', 'Plugin Closed')],
  [named('WalletWindowClosedError', '')],
  [Object.assign(new Error('Unexpected'), { cause: new Error('The user declined') })],
])('[8.24] error: %j is a rejection by the user', (thrown) => {
  expect(toSolanaError(thrown)).toMatchObject({ code: 'user-rejected', cause: thrown })
})

test.each([
  [{ code: 4200, message: 'no' }],
  [{ code: -32601, message: 'no' }],
  [new Error('The method solana_signAndSendTransaction is not supported')],
  [{ code: -32004, message: 'no' }],
  [{ code: 5101, message: 'no' }],
  [new Error('Unsupported methods')],
  [new Error('Unknown method')],
  [named('WalletError', 'This feature is not available')],
])('error: %j means an unknown method', (thrown) => {
  expect(toSolanaError(thrown).code).toBe('unsupported-method')
  expect(isMethodUnsupported(thrown)).toBe(true)
})

test.each([
  [new Error('Transaction simulation failed: Blockhash not found')],
  [{ code: -32603, data: { message: 'block height exceeded' } }],
  [{ code: -32002, message: 'Transaction simulation failed: Blockhash not found' }],
])('error: %j means a timeout', (thrown) => {
  expect(toSolanaError(thrown)).toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringContaining('Send it again'),
  })
})

test("error: anything else maps by its number, else to the caller's code", () => {
  expect(toSolanaError({ code: 4100, message: 'User rejected' }).code).toBe('unauthorized')
  expect(toSolanaError({ code: -32002, message: 'Already pending' }).code).toBe('request-pending')
  expect(toSolanaError(new Error('The users of this program')).code).toBe('unknown')
  expect(toSolanaError(undefined, 'connection-invalid').code).toBe('connection-invalid')
  const own = new FoyerError('chain-disconnected')
  expect(toSolanaError(own)).toBe(own)
})

test('error: a value that throws on access', () => {
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('boo')
      },
    },
  )
  expect(toSolanaError(hostile).code).toBe('unknown')
  const endless: Record<string, unknown> = {}
  endless.cause = endless
  expect(toSolanaError(endless).code).toBe('unknown')
})
