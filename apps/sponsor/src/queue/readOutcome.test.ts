import { createFaucet, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { createLog, resolveLimits } from '@foyer/server'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import {
  type Address,
  concat,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  HttpRequestError,
  http,
  pad,
  parseEther,
  parseGwei,
  RpcRequestError,
  slice,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { batchTypedData, encodeBatch } from '../calls/encodeBatch.ts'
import { type Chain, createChains } from '../chains/chain.ts'
import { submissions } from '../database/schema.ts'
import { sponsorDatabase } from '../database/sponsorDatabase.ts'
import { limits as limitTable } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import { policy } from '../policy/policy.ts'
import {
  clientOf,
  dollar,
  dollarsOf,
  newSender,
  shop,
  type TestClient,
  testPolicy,
} from '../startTestSponsor.test.kit.ts'
import { accept } from './accept.ts'
import { follow, writeSenders } from './follow.ts'
import { notSearched, readOutcome } from './readOutcome.ts'

const { account: implementation } = devnetAddresses
let evm: EvmChain
let client: TestClient
beforeAll(async () => {
  evm = await startEvm({ chainId: 31337, port: 0 })
  client = clientOf(evm)
  await client.setCode({ address: forwarder, bytecode: forwards })
  await client.setCode({ address: assembler, bytecode: assembles })
  await client.setAutomine(false)
})
afterAll(() => evm?.stop())

/** Calls an address with the rest of its own call data. */
const forwarder: Address = '0x00000000000000000000000000000000000f0401'
const forwards = '0x602036038060206000376000600091600060006000355af15000'
/** The same, and leaves one byte out, so that its own call data does not contain the other. */
const assembler: Address = '0x00000000000000000000000000000000000f0402'
const assembles = '0x60646020600037608536036085606437602136036000600091600060006000355af15000'
/** Offers more than ours, and more than that. */
const tips = { second: parseGwei('200'), first: parseGwei('300') }

type Story = {
  /** By another sender: as it is, by a contract, or by a contract that puts the call data together. */
  readonly copy: 'none' | 'direct' | 'forwarded' | 'assembled'
  readonly copied: 'in an earlier block' | 'in the same block' | 'in a later block'
  /** The account is a smart one already. */
  readonly isUpgraded: boolean
  /** The user spends the money in a transaction of their own, before ours; and gets it back after it. */
  readonly isSpent: boolean
  /** No node takes our transaction. */
  readonly isRefused: boolean
  /** The node answers for the state of its newest block only. */
  readonly forgets: boolean
  /** So many reads of the account's number are not answered. */
  readonly outages: number
  /** Blocks between the copy and ours. */
  readonly blocks: number
}
const story: fc.Arbitrary<Story> = fc.record({
  copy: fc.constantFrom('none', 'direct', 'forwarded', 'assembled'),
  copied: fc.constantFrom('in an earlier block', 'in the same block', 'in a later block'),
  ...{ isUpgraded: fc.boolean(), isSpent: fc.boolean(), isRefused: fc.boolean() },
  ...{ forgets: fc.boolean(), outages: fc.nat(2), blocks: fc.integer({ min: 1, max: 40 }) },
})

describe.each(testEngines)('on %s', (engine) => {
  test('calls a batch failed only if its calls took no effect, whoever submits it first', async () => {
    const database = await openTestDatabase(sponsorDatabase, engine)
    onTestFinished(() => database.close())
    const { queries } = database
    const faucet = createFaucet(evm)
    const limits = resolveLimits(limitTable, { failuresPerDay: 1 })
    const log = createLog({ app: 'sponsor', level: 'silent' })
    const other = createWalletClient({
      account: privateKeyToAccount(await newSender(client)),
      transport: http(evm.url),
    })
    const seen = new Set<string>()

    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { blocks, copied, copy, forgets, isRefused, isSpent, isUpgraded, outages } = told
        // Otherwise submissions of earlier stories, sent after some seconds, would pay the shop during this one.
        await queries.delete(submissions)
        const clock = { ms: Date.now() }
        const now = () => clock.ms
        const parts = { limits, log, metrics: createMetrics(), now, queries }
        const key = await newSender(client)
        const chains = createChains(v.parse(policy, testPolicy(evm)).chains, [key], now)
        const known = chains.get('eip155:31337')!
        const chain: Chain = { ...known, client: nodeOf(known.client, told) }
        await writeSenders(parts, chain)

        const user = privateKeyToAccount(generatePrivateKey())
        const mineNow = async (call: Promise<unknown>) => {
          await client.setAutomine(true)
          await call.finally(() => client.setAutomine(false))
        }
        const give = () =>
          mineNow(faucet.giveToken({ to: user.address, token: dollar, amount: 100n }))
        await give()
        await client.setBalance({ address: user.address, value: parseEther('1') })
        const { v: _, ...signed } = await user.signAuthorization({
          ...{ address: implementation, chainId: 31337, nonce: 0 },
        })
        const authorization = { ...signed, yParity: signed.yParity! }
        const authorizationList = [authorization]
        if (isUpgraded)
          await mineNow(
            other.sendTransactionSync({ chain: null, to: shop, authorizationList, gas: 100_000n }),
          )
        const transfer = encodeFunctionData({
          ...{ abi: erc20Abi, functionName: 'transfer', args: [shop, 100n] },
        })
        const batch = {
          ...{ account: user.address, chain: 31337, nonce: 7n << 64n },
          ...{ calls: [{ to: dollar, value: 0n, data: transfer }] },
          deadline: BigInt(Math.floor(Date.now() / 1000) + 3000),
        }
        const data = encodeBatch(batch, await user.signTypedData(batchTypedData(batch)))
        const { submission } = await accept(parts, {
          ...{ chain, data, kind: 'calls', key: user.address, owner: user.address },
          ...{ to: user.address, gas: 300_000n, executionNonce: batch.nonce, budgets: [] },
          ...(!isUpgraded && { authorization }),
          fromBlock: await client.getBlockNumber({ cacheTime: 0 }),
        })
        const before = await dollarsOf(client, shop)

        const sendCopy = async () => {
          const wrapped = concat([pad(user.address), data])
          const calls: Record<typeof copy, { to: Address; data: Hex } | undefined> = {
            none: undefined,
            direct: { to: user.address, data },
            forwarded: { to: forwarder, data: wrapped },
            assembled: {
              to: assembler,
              data: concat([slice(wrapped, 0, 132), '0xff', slice(wrapped, 132)]),
            },
          }
          const call = calls[copy]
          if (!call) return undefined
          return other.sendTransaction({
            ...{ chain: null, ...call, gas: 500_000n, maxPriorityFeePerGas: tips.second },
            ...{ maxFeePerGas: parseGwei('400'), ...(!isUpgraded && { authorizationList }) },
          })
        }
        const look = () => follow(parts, chain, () => {})
        let copyHash: Hex | undefined
        if (copied === 'in an earlier block') {
          copyHash = await sendCopy()
          await client.mine({ blocks })
        }
        if (isSpent) {
          const serializedTransaction = await user.signTransaction({
            ...{ type: 'eip1559', chainId: 31337, to: dollar, gas: 100_000n },
            nonce: await client.getTransactionCount({ address: user.address }),
            data: encodeFunctionData({
              ...{ abi: erc20Abi, functionName: 'transfer', args: [other.account.address, 100n] },
            }),
            ...{ maxFeePerGas: parseGwei('400'), maxPriorityFeePerGas: tips.first },
          })
          await client.sendRawTransaction({ serializedTransaction })
        }
        if (copied === 'in the same block') copyHash = await sendCopy()
        for (const ms of isRefused ? [5000, 25_000, 5000] : [5000]) {
          clock.ms += ms
          await look()
        }
        await client.mine({ blocks: 1 })
        if (isSpent) await give()
        if (copied === 'in a later block') {
          copyHash = await sendCopy()
          await client.mine({ blocks })
        }

        const read = async () =>
          (await queries.select().from(submissions).where(eq(submissions.id, submission.id)))[0]!
        for (let n = 0; n <= outages; n++) await look()
        if ((await read()).state === 'sent') {
          // It searched in vain, for a while.
          expect(forgets).toBe(true)
          clock.ms += 10 * 60_000
          await look()
        }
        const { minedHash, state } = await read()
        const isDone = (await dollarsOf(client, shop)) > before
        expect([state, isDone]).toEqual([isDone ? 'mined' : 'failed', isDone])
        if (isDone && !forgets && copy !== 'assembled') {
          const receipt = await client.getTransactionReceipt({ hash: minedHash! })
          expect(receipt.status).toBe('success')
          expect(receipt.logs.some(({ address }) => address === dollar.toLowerCase())).toBe(true)
          seen.add(minedHash === copyHash ? copy : 'ours')
        }
        // Only what failed counts against the user.
        const next = accept(parts, {
          ...{ chain, data, kind: 'calls', key: `next of ${user.address}`, owner: user.address },
          ...{ to: user.address, gas: 300_000n, budgets: [] },
        })
        // A cancelled one without an upgrade is not the user's fault.
        if (isDone || (isRefused && isUpgraded)) await next
        else await expect(next).rejects.toThrow('failed in the last')
      }),
      { numRuns: 40 },
    )
    expect([...seen].toSorted()).toEqual(['direct', 'forwarded', 'ours'])
  })
})

test('a reverted batch of which the node tells nothing for five minutes is no failure of its user', async () => {
  const look = (afterMs: number) => {
    const client = {
      getBlockNumber: async () => 7n,
      getBlock: async () => ({ timestamp: 1_000n }),
      call: () => Promise.reject(new HttpRequestError({ url: 'http://node', status: 503 })),
    }
    const parts = {
      log: createLog({ app: 'test', level: 'silent' }),
      now: () => 1_000_000 + afterMs,
    }
    const receipt = { blockNumber: 7n, status: 'reverted', to: null, transactionHash: '0xab' }
    const submission = { id: 'a', executionNonce: 5n, to: `0x${'11'.repeat(20)}` }
    return readOutcome(parts, { client, confirmations: 1 } as never, {
      receipt: receipt as never,
      submission: submission as never,
    })
  }
  await expect(look(299_999)).rejects.toThrow('HTTP request failed')
  expect(await look(300_000)).toEqual({ state: 'failed', minedHash: '0xab', reason: notSearched })
})

/** A node with faults. */
const nodeOf = (
  client: Chain['client'],
  { forgets, isRefused, outages }: Pick<Story, 'forgets' | 'isRefused' | 'outages'>,
) => {
  let missing = outages
  const refuse = (message: string) => {
    throw new RpcRequestError({ body: {}, error: { code: -32000, message }, url: evm.url })
  }
  return {
    ...client,
    async sendRawTransaction(sent: { serializedTransaction: Hex }) {
      // The empty transfer that cancels it is short.
      if (isRefused && sent.serializedTransaction.length > 600) refuse('not this one')
      return client.sendRawTransaction(sent)
    },
    async call(asked: Parameters<typeof client.call>[0]) {
      if (missing-- > 0) throw new HttpRequestError({ url: evm.url, status: 503 })
      const head = await client.getBlockNumber({ cacheTime: 0 })
      if (forgets && (asked.blockNumber ?? head) < head) refuse('missing trie node')
      return client.call(asked)
    },
  } as unknown as Chain['client']
}
