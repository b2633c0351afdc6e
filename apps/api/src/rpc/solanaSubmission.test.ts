import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { solanaSubmission } from './solanaSubmission.ts'

/** A transaction of `length` bytes that declares its number of signatures, the first of them all sevens. */
function transaction({
  count = 1,
  first = 7,
  length = 1 + count * 64,
}: {
  count?: number
  first?: number
  length?: number
} = {}): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes[0] = count
  bytes.fill(first, 1, 65)
  return bytes
}
const idOf = (bytes: Uint8Array, options: unknown = { encoding: 'base64' }) =>
  solanaSubmission.idOf(JSON.stringify([base64.encode(bytes), options]))
const id = base58.encode(new Uint8Array(64).fill(7))

test('the id of a transaction is its first signature, in both encodings', () => {
  expect(idOf(transaction())).toBe(id)
  expect(idOf(transaction({ count: 19, length: 1232 }))).toBe(id)
  const written = base58.encode(transaction({ length: 200 }))
  for (const params of [
    [written],
    [written, null],
    [written, {}],
    [written, { encoding: 'base58' }],
  ])
    expect(solanaSubmission.idOf(JSON.stringify(params))).toBe(id)
})

test('only a signed transaction has an id', () => {
  for (const change of [
    { count: 0 },
    { count: 20, length: 1232 },
    { count: 2, length: 128 },
    { length: 64 },
    { length: 0 },
    { length: 1233 },
    { first: 0 },
  ])
    expect(idOf(transaction(change)), JSON.stringify(change)).toBeUndefined()
  for (const params of [undefined, '{}', 'null', '[]', '[7]', '["0"]'])
    expect(solanaSubmission.idOf(params), params).toBeUndefined()
  expect(idOf(transaction(), { encoding: 'base58' })).toBeUndefined()
})

test('looks up a transaction in the whole history, and recognises an answer that contains it', () => {
  expect(solanaSubmission.lookUp('abc')).toEqual({
    method: 'getSignatureStatuses',
    params: '[["abc"],{"searchTransactionHistory":true}]',
  })
  expect(solanaSubmission.isFound('{"value":[{"slot":1}]}')).toBe(true)
  for (const result of ['{"value":[null]}', '{"value":[]}', '{}'])
    expect(solanaSubmission.isFound(result), result).toBe(false)
  expect(solanaSubmission.isRepeat('This transaction has already been processed')).toBe(true)
  expect(solanaSubmission.isRepeat('AlreadyProcessed')).toBe(true)
  expect(solanaSubmission.isRepeat('Blockhash not found')).toBe(false)
})
