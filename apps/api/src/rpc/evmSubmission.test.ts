import { keccak256, toRlp } from 'viem/utils'
import { expect, test } from 'vitest'
import { evmSubmission } from './evmSubmission.ts'

const idOf = (...params: unknown[]) => evmSubmission.idOf(JSON.stringify(params))

test('the id of a transaction is the hash of its bytes', () => {
  expect(idOf('0x02aB')).toBe(keccak256('0x02ab'))
})

test('a blob transaction is hashed without its blobs', () => {
  const body = ['0x01', '0x02'] as const
  const withBlobs = `0x03${toRlp([body, ['0xaa'], ['0xbb']]).slice(2)}`
  expect(idOf(withBlobs)).toBe(keccak256(`0x03${toRlp(body).slice(2)}`))
  // A broken transaction, without its blobs, is hashed as it is.
  const plain = `0x03${toRlp(body).slice(2)}` as const
  expect(idOf(plain)).toBe(keccak256(plain))
  expect(idOf('0x03c2')).toBe(keccak256('0x03c2'))
})

test('only a single transaction has an id', () => {
  expect(evmSubmission.idOf(undefined)).toBeUndefined()
  expect(evmSubmission.idOf('{}')).toBeUndefined()
  for (const params of [[], [7], ['0x'], ['0xabc'], ['ab'], ['0xzz'], ['0xab', '0xab']])
    expect(idOf(...params), JSON.stringify(params)).toBeUndefined()
})

test('looks up a transaction by its hash, and recognises an answer that contains it', () => {
  expect(evmSubmission.lookUp('0x1')).toEqual({
    method: 'eth_getTransactionByHash',
    params: '["0x1"]',
  })
  expect(evmSubmission.isFound('{"hash":"0x1"}')).toBe(true)
  expect(evmSubmission.isFound('null')).toBe(false)
  for (const error of ['already known', 'known transaction: 0x1', 'Transaction already imported'])
    expect(evmSubmission.isRepeat(error), error).toBe(true)
  expect(evmSubmission.isRepeat('nonce too low')).toBe(false)
})
