import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  preflightCommitments,
  solanaMethods,
  solanaSendOptions,
  solanaTransactionLimit,
  toSolanaCommitment,
} from './solana.ts'

const pubkey = 'So11111111111111111111111111111111111111112'
const signature = '5'.repeat(88)
const transaction = btoa('\0'.repeat(solanaTransactionLimit))

test('[5.5] maps the eight commitments to the current names', () => {
  expect(
    preflightCommitments.map((name) => {
      const { preflightCommitment } = v.parse(solanaSendOptions, { preflightCommitment: name })
      expect(preflightCommitment).toBe(toSolanaCommitment(name))
      return [name, preflightCommitment]
    }),
  ).toEqual([
    ['processed', 'processed'],
    ['confirmed', 'confirmed'],
    ['finalized', 'finalized'],
    ['recent', 'processed'],
    ['single', 'confirmed'],
    ['singleGossip', 'confirmed'],
    ['root', 'finalized'],
    ['max', 'finalized'],
  ])
})

test.each([
  [{ preflightCommitment: 'sure' }, /must be one of processed, confirmed, finalized, recent/],
  [{ preflightCommitment: 'Confirmed' }, /must be one of/],
  [{ maxRetries: -1 }, /negative/],
  [{ maxRetries: 1.5 }, /whole/],
  [{ minContextSlot: 2 ** 53 }, /whole/],
  [{ skipPreflight: 'yes' }, /true or false/],
  [{ commitment: 'confirmed' }, /no option/],
])('[5.5] rejects send options %j', (options, message) => {
  const parsed = v.safeParse(solanaSendOptions, options)
  expect(parsed.success).toBe(false)
  expect(parsed.issues?.[0].message).toMatch(message)
})

test('[7.43] solana_signMessage takes message and pubkey, and returns a signature', () => {
  const { params, result } = solanaMethods.solana_signMessage
  expect(v.parse(params, { message: 'Cn8eVZg', pubkey })).toEqual({ message: 'Cn8eVZg', pubkey })
  expect(v.parse(params, { message: '', pubkey })).toEqual({ message: '', pubkey })
  expect(v.parse(result, { signature })).toEqual({ signature })
  for (const bad of [{ message: 'Cn8eVZg' }, { pubkey }, { message: 'hello 0', pubkey }])
    expect(v.is(params, bad), JSON.stringify(bad)).toBe(false)
  for (const bad of [{}, { signature: '0x12' }, { signature: '5'.repeat(63) }, signature])
    expect(v.is(result, bad), JSON.stringify(bad)).toBe(false)
})

test('the methods that take transactions have the documented shapes', () => {
  const { solana_signAllTransactions: all, solana_signTransaction: one } = solanaMethods
  const { solana_signAndSendTransaction: send } = solanaMethods
  expect(v.is(one.params, { transaction, pubkey })).toBe(true)
  expect(v.is(one.result, { signature })).toBe(true)
  expect(v.is(one.result, { signature, transaction })).toBe(true)
  expect(v.is(all.params, { transactions: [transaction, transaction], pubkey })).toBe(true)
  expect(v.is(all.result, { transactions: [transaction] })).toBe(true)
  const sendOptions = { preflightCommitment: 'max', skipPreflight: true, maxRetries: 0 }
  expect(v.parse(send.params, { transaction, pubkey, sendOptions }).sendOptions).toEqual({
    ...sendOptions,
    preflightCommitment: 'finalized',
  })
})

test('keys, signatures and transactions have the sizes of the chain', () => {
  expect(solanaTransactionLimit).toBe(1232)
  const { solana_signAllTransactions: all, solana_signMessage: message } = solanaMethods
  const sizes = (schema: v.GenericSchema, value: (count: number) => unknown, counts: number[]) =>
    counts.map((count) => v.is(schema, value(count)))
  const text = (count: number) => '5'.repeat(count)
  const key = (count: number) => ({ message: '', pubkey: text(count) })
  expect(sizes(message.params, key, [31, 32, 44, 45])).toEqual([false, true, true, false])
  const signed = (count: number) => ({ signature: text(count) })
  expect(sizes(message.result, signed, [63, 64, 88, 89])).toEqual([false, true, true, false])
  const long = (count: number) => ({ message: text(count), pubkey })
  expect(sizes(message.params, long, [0, 20_000, 20_001])).toEqual([true, true, false])
  const list = (count: number) => ({ transactions: Array(count).fill('AAAA'), pubkey })
  expect(sizes(all.params, list, [0, 1, 100, 101])).toEqual([false, true, true, false])
  expect(v.is(solanaSendOptions, { maxRetries: 0, minContextSlot: 0 })).toBe(true)
})

test('rejects an invalid transaction', () => {
  const { params } = solanaMethods.solana_signTransaction
  for (const bad of ['', '%%%%', 'AAA', `${transaction}AAAA`, 7, undefined])
    expect(v.is(params, { transaction: bad, pubkey }), String(bad).slice(0, 20)).toBe(false)
  const { params: all } = solanaMethods.solana_signAllTransactions
  expect(v.is(all, { transactions: [], pubkey })).toBe(false)
  expect(v.is(all, { transactions: Array(101).fill(transaction), pubkey })).toBe(false)
})
