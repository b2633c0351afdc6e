import type { Transaction } from '@foyer/core'
import { expect, expectTypeOf, test } from 'vitest'
import { type EvmTransaction, parseEvmTransaction } from './evmTransaction.ts'

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('returns a valid transaction unchanged', () => {
  const transaction: EvmTransaction = {
    to,
    value: 1n,
    data: '0x1234',
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    nonce: 0,
    accessList: [{ address: to, storageKeys: [`0x${'0'.repeat(64)}`] }],
  }
  expect(parseEvmTransaction(transaction)).toEqual(transaction)
  expect(parseEvmTransaction({ data: '0x60' })).toEqual({ data: '0x60' })
  expect(parseEvmTransaction({ to, value: undefined })).toEqual({ to, value: undefined })
})

test("matches core's type of a transaction", () => {
  expectTypeOf<EvmTransaction>().toExtend<Transaction>()
  expectTypeOf<{ to: number }>().not.toExtend<Transaction>()
})

test.each([
  [{ to, value: 1 }, 'params-invalid', 'transaction.value must be a bigint.'],
  [{ to, value: -1n }, 'params-invalid', 'transaction.value must not be negative.'],
  [{ to, value: 2n ** 256n }, 'params-invalid', 'transaction.value is too large.'],
  [{ to, gas: 2n ** 64n }, 'params-invalid', 'transaction.gas is too large.'],
  [{ to, nonce: 1.5 }, 'params-invalid', 'transaction.nonce must be a whole number.'],
  [{ to, data: '0x123' }, 'params-invalid', 'transaction.data must be 0x and pairs of hex digits.'],
  [{ to, gasLimit: 1n }, 'params-invalid', 'transaction.gasLimit is no field of a transaction.'],
  [
    { to, accessList: [{ address: 'x', storageKeys: [] }] },
    'params-invalid',
    'transaction.accessList.0.address must be an address.',
  ],
  [{ to, gasPrice: 1n, maxFeePerGas: 1n }, 'params-invalid', /gasPrice.*maxFeePerGas/],
  [{ to, gasPrice: 1n, maxPriorityFeePerGas: 0n }, 'params-invalid', /gasPrice.*maxFeePerGas/],
  [{ to, maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }, 'params-invalid', /must not be above/],
  [{}, 'params-invalid', /needs to/],
  [{ data: '0x' }, 'params-invalid', /needs to/],
  [undefined, 'params-invalid', /^transaction /],
  ['x', 'params-invalid', /^transaction /],
  [{ to: 'alice.eth' }, 'address-invalid', 'transaction.to is alice.eth.'],
  [{ to: to.replace('F39', 'f39').replace('Fd6', 'fd6') }, 'address-invalid', /^transaction.to is/],
])('error: %o', (input, code, details) => {
  expect(() => parseEvmTransaction(input)).toThrow(
    expect.objectContaining({
      code,
      details: typeof details === 'string' ? details : expect.stringMatching(details),
    }),
  )
})
