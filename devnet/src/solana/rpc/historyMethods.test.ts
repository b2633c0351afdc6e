import { type Signature, signature as toSignature } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { airdrop } from '../airdrop.ts'
import { createLedger, type Ledger } from '../createLedger.ts'
import { createGenesis } from '../genesis.ts'
import { connectKit } from '../kitClient.test.kit.ts'
import { type Served, serve } from '../serve.ts'
import { solanaAccounts } from '../solanaAccounts.ts'

const bob = solanaAccounts[1]!.address
const sent: Signature[] = []
let ledger: Ledger
let served: Served
let rpc: ReturnType<typeof connectKit>['rpc']
beforeAll(async () => {
  ledger = createLedger({ svm: await createGenesis(), seed: 'test', slot: 500n })
  served = await serve(ledger, 0)
  const url = `http://127.0.0.1:${served.port}`
  rpc = connectKit({ url, wsUrl: url.replace('http', 'ws') }).rpc
  // Slots 500 to 504; the last one is open.
  for (let index = 0; index < 5; index += 1) {
    if (index > 0) ledger.advance()
    sent.unshift(toSignature(await airdrop(ledger, { to: bob, amount: 1n })))
  }
})
afterAll(() => served.close())

const list = async (options: {
  before?: Signature
  until?: Signature
  limit?: number
  commitment?: 'confirmed' | 'finalized'
}) => {
  const found = await rpc
    .getSignaturesForAddress(bob, { commitment: 'confirmed', ...options })
    .send()
  return found.map(({ signature }) => sent.indexOf(signature))
}

test('returns signatures in pages, newest first, up to the requested commitment', async () => {
  // The newest one is not confirmed yet.
  expect(await list({})).toEqual([1, 2, 3, 4])
  expect(await list({ limit: 2 })).toEqual([1, 2])
  expect(await list({ before: sent[2]!, limit: 1 })).toEqual([3])
  expect(await list({ until: sent[3]! })).toEqual([1, 2])
  expect(await list({ before: sent[1]!, until: sent[4]! })).toEqual([2, 3])
  expect(await list({ before: toSignature('1'.repeat(64)) })).toEqual([])
  expect(await list({ commitment: 'finalized' })).toEqual([])
})

test('reports the commitment and confirmations of each', async () => {
  const { value } = await rpc
    .getSignatureStatuses([sent[0]!, sent[4]!, toSignature('1'.repeat(64))])
    .send()
  expect(value[0]).toMatchObject({ slot: 504n, confirmations: 0n, confirmationStatus: 'processed' })
  expect(value[1]).toMatchObject({ slot: 500n, confirmations: 4n, confirmationStatus: 'confirmed' })
  expect(value[2]).toBeNull()
})

test('returns consecutive blocks', async () => {
  const block = (slot: bigint) =>
    rpc
      .getBlock(slot, {
        commitment: 'confirmed',
        encoding: 'json',
        maxSupportedTransactionVersion: 0,
        transactionDetails: 'full',
      })
      .send()
  const [one, two] = [await block(501n), await block(502n)]
  expect(two?.previousBlockhash).toBe(one?.blockhash)
  expect(two?.transactions.map((each) => each.transaction.signatures[0])).toEqual([sent[2]])
  expect(await rpc.getBlocks(501n, 600n, { commitment: 'confirmed' }).send()).toEqual([
    501n,
    502n,
    503n,
  ])
  expect(Number(await rpc.getBlockTime(501n).send()) * 1000).toBeGreaterThan(Date.now() - 60_000)
  await expect(block(504n)).rejects.toThrow(/Block not available for slot 504/)
})
