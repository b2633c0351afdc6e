import type { Rpc } from '@foyer/core'
import { ComputeBudgetInstruction, SystemInstruction, Transaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { toBase64 } from '../bytes.ts'
import { person } from '../nodeWallet.test.kit.ts'
import { systemProgram } from '../programs.ts'
import { planCoins } from './planCoins.ts'
import { prepare } from './prepare.ts'

const { address } = person('alice')
const { address: to } = person('bob')
const blockhash = person('carol').address
const inContext = (value: unknown) => ({ context: { slot: 1 }, value })
const wallet = { lamports: 10 ** 9, owner: systemProgram, executable: false, data: ['', 'base64'] }

/** A node with fixed answers, which records its requests. */
function nodeOf(answers: Record<string, unknown> = {}) {
  const usual: Record<string, unknown> = {
    getMultipleAccounts: inContext([wallet, wallet]),
    getMinimumBalanceForRentExemption: 890_880,
    getLatestBlockhash: inContext({ blockhash, lastValidBlockHeight: 300 }),
    getRecentPrioritizationFees: [{ slot: 1, prioritizationFee: 2_000 }],
    simulateTransaction: inContext({ err: null, logs: [], unitsConsumed: 1_000 }),
    getFeeForMessage: inContext(5_003),
  }
  const calls: { method: string; params: unknown[] }[] = []
  const rpc: Rpc = async ({ method, params }) => {
    calls.push({ method, params: params as unknown[] })
    return { ...usual, ...answers }[method]
  }
  const make = async (amount: bigint, maxPriorityFee = 1_000_000n) => {
    const plan = await planCoins({ address, amount, rpc, to })
    return (await prepare({ address, maxPriorityFee, rpc, plan })).bytes
  }
  return { calls, make }
}
const budgetOf = (bytes: Uint8Array) => {
  const [limit, price, transfer] = Transaction.from(bytes).instructions
  if (!limit || !price || !transfer) throw new Error('no transfer')
  return {
    units: ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit).units,
    price: ComputeBudgetInstruction.decodeSetComputeUnitPrice(price).microLamports,
    transfer: SystemInstruction.decodeTransfer(transfer),
  }
}

test('builds a transaction that the reference library parses and encodes identically', async () => {
  const { make } = nodeOf()
  const bytes = await make(123_456_789n)
  const { price, transfer, units } = budgetOf(bytes)
  expect({ price: BigInt(price), units }).toEqual({ price: 2_000n, units: 1_200 })
  expect(transfer.fromPubkey.toBase58()).toBe(address)
  expect(transfer.toPubkey.toBase58()).toBe(to)
  expect(BigInt(transfer.lamports)).toBe(123_456_789n)
  const read = Transaction.from(bytes)
  expect(read.feePayer?.toBase58()).toBe(address)
  expect(read.recentBlockhash).toBe(blockhash)
  const again = new Transaction({ feePayer: read.feePayer!, blockhash, lastValidBlockHeight: 300 })
  again.add(...read.instructions)
  const unsigned = { requireAllSignatures: false, verifySignatures: false }
  expect(toBase64(bytes)).toBe(again.serialize(unsigned).toString('base64'))
})

test('simulates without a signature, at the maximum size; names the changed accounts', async () => {
  const { calls, make } = nodeOf()
  await make(1_000_000n)
  const asked = (name: string) => calls.find(({ method }) => method === name)?.params
  const [simulated, options] = asked('simulateTransaction') as [string, object]
  expect(budgetOf(Buffer.from(simulated, 'base64'))).toMatchObject({ units: 1_400_000 })
  expect(options).toEqual({
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
  })
  expect(asked('getRecentPrioritizationFees')?.[0]).toEqual(expect.arrayContaining([address, to]))
})

test("limits the priority fee to the site's maximum", async () => {
  const fees = [{ slot: 1, prioritizationFee: 10 ** 12 }]
  const { make } = nodeOf({ getRecentPrioritizationFees: fees })
  const { price, units } = budgetOf(await make(1_000_000n, 600n))
  expect(BigInt(price)).toBe((600n * 1_000_000n) / 1_200n)
  expect(units).toBe(1_200)
  expect(BigInt(budgetOf(await make(1_000_000n, 0n)).price)).toBe(0n)
})

test("error: the node's fee exceeds the rest", async () => {
  const { calls, make } = nodeOf({ getFeeForMessage: inContext(400_000_000) })
  await expect(make(900_000_000n)).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(/^Not enough SOL: .* 0\.4 SOL for the fee/),
  })
  expect(calls.at(-1)?.method).toBe('getFeeForMessage')
})

test('error: an expired blockhash', async () => {
  const { make } = nodeOf({ getFeeForMessage: inContext(null) })
  await expect(make(1_000_000n)).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringContaining('has become too old'),
  })
})

test('error: the simulation fails', async () => {
  const err = { InsufficientFundsForRent: { account_index: 1 } }
  const { make } = nodeOf({ simulateTransaction: inContext({ err, logs: null }) })
  await expect(make(1_000_000n)).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(/less SOL than the network asks/),
  })
})

test.each([
  'getMultipleAccounts',
  'getMinimumBalanceForRentExemption',
  'getLatestBlockhash',
  'simulateTransaction',
  'getFeeForMessage',
])('error: a node with an invalid answer to %s', async (method) => {
  for (const answer of [undefined, null, 'x', {}, inContext('x')])
    await expect(nodeOf({ [method]: answer }).make(1_000_000n)).rejects.toMatchObject({
      code: 'rpc-failed',
      details: expect.stringContaining(method),
    })
})
