import * as v from 'valibot'
import { expect, test } from 'vitest'
import { rpcRequest, rpcResponse } from './jsonRpc.ts'

const base = { jsonrpc: '2.0', id: 1 }

test.each([
  [{ ...base, result: '0x1' }],
  [{ ...base, result: null }],
  [{ ...base, result: null, error: null }],
  [{ ...base, id: 'a', error: { code: -32601, message: 'no', data: { more: 1 } } }],
])('accepts the answer %j', (answer) => {
  expect(v.parse(rpcResponse, answer)).toEqual(answer)
})

test.each([
  [base],
  [{ ...base, error: null }],
  [{ ...base, error: 'no' }],
  [{ ...base, error: { code: '1', message: 'no' } }],
  [{ id: 1, result: 1 }],
  [{ jsonrpc: '1.0', id: 1, result: 1 }],
  [{ jsonrpc: '2.0', result: 1 }],
  [[]],
  ['ok'],
])('rejects %j', (answer) => {
  expect(v.safeParse(rpcResponse, answer).success).toBe(false)
})

test('a request has a method, and a list or an object as params', () => {
  const ok = (request: unknown) => v.safeParse(rpcRequest, request).success
  expect(ok({ ...base, method: 'eth_chainId' })).toBe(true)
  expect(ok({ ...base, method: 'eth_call', params: [{}, 'latest'] })).toBe(true)
  expect(ok({ ...base, method: 'eth_call', params: { a: 1 } })).toBe(true)
  for (const method of ['m', 'm'.repeat(128)]) expect(ok({ ...base, method })).toBe(true)
  expect(ok({ ...base, method: '' })).toBe(false)
  expect(ok({ ...base, method: 'm'.repeat(129) })).toBe(false)
  expect(ok({ ...base, method: 'eth_call', params: 'x' })).toBe(false)
  expect(ok({ jsonrpc: '2.0', method: 'eth_chainId' })).toBe(false)
})
