import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { createLog, resolveLimits } from '@foyer/server'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import {
  encodeFunctionData,
  type Hex,
  HttpRequestError,
  parseEther,
  parseGwei,
  parseTransaction,
  RpcRequestError,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dayOf } from '../budget/spend.ts'
import { type Chain, createChains } from '../chains/chain.ts'
import { operations, spending, submissions } from '../database/schema.ts'
import { sponsorDatabase } from '../database/sponsorDatabase.ts'
import { limits as limitTable } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import { authorizationAbi } from '../payments/byAuthorization.ts'
import { policy } from '../policy/policy.ts'
import { clientOf, newSender, testPolicy } from '../startTestSponsor.test.kit.ts'
import { accept, type Request } from './accept.ts'
import { follow, writeSenders } from './follow.ts'
import { createQueue } from './queue.ts'
import { notSearched } from './readOutcome.ts'

let evm: EvmChain
beforeAll(async () => {
  evm = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => evm?.stop())

describe.each(testEngines)('on %s', (engine) => {
  /** The parts of one process, without its timers: a test moves its clock and looks at the chain itself. */
  async function open() {
    const client = clientOf(evm)
    const database = await openTestDatabase(sponsorDatabase, engine)
    onTestFinished(() => database.close())
    const { queries } = database
    const clock = { ms: Date.now() }
    // Of what is accepted before the test moves its clock.
    const day = dayOf(clock.ms)
    const now = () => clock.ms
    const key = await newSender(client)
    const written = testPolicy(evm)
    const chains = createChains(v.parse(policy, written).chains, [key], now)
    const chain = chains.get('eip155:31337')!
    const parts = {
      limits: resolveLimits(limitTable, { inFlight: 4, failuresPerDay: 2 }),
      ...{
        log: createLog({ app: 'sponsor', level: 'silent' }),
        metrics: createMetrics(),
        now,
        queries,
      },
    }
    await writeSenders(parts, chain)
    const { address: sender } = privateKeyToAccount(key)
    const request = (n: number, more: Partial<Request> = {}): Request => ({
      ...{ chain, kind: 'payment', key: `key-${n}`, owner: 'someone' },
      ...{ to: privateKeyToAccount(generatePrivateKey()).address, data: '0x', gas: 21_000n },
      budgets: [{ key: 'chain:x', limit: parseEther('1'), whose: 'this network' }],
      ...more,
    })
    const look = () => follow(parts, chain, () => {})
    const spent = async () => {
      const [row] = await queries.select().from(spending).where(eq(spending.day, day))
      return row?.wei
    }
    const rows = () => queries.select().from(submissions).orderBy(submissions.nonce)
    return { chain, client, clock, day, look, parts, queries, request, rows, sender, spent }
  }

  test('sends the same bytes that another process wrote down before it was killed', async () => {
    const { client, clock, look, parts, request, rows, sender } = await open()
    // Accepted, and the process is gone before it sends.
    const { submission } = await accept(parts, request(1))
    await look()
    expect(await client.getTransactionCount({ address: sender })).toBe(0)
    clock.ms += 5000
    await lookUntil(look, async () => {
      const [row] = await rows()
      return [row?.state, row?.minedHash]
    }).toEqual(['mined', submission.hashes[0]])
    expect(await client.getTransactionCount({ address: sender })).toBe(1)
  })

  test('gives a repeated key the first transaction, and no other nonce or cost', async () => {
    const { parts, request, rows, spent } = await open()
    const all = await Promise.all(Array.from({ length: 5 }, () => accept(parts, request(7))))
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(all.map(({ submission }) => submission.id)).size).toBe(1)
    const [row] = await rows()
    expect(await spent()).toBe(row?.reserved)
  })

  test('raises the fee of a transaction that is in no block, and is paid for once', async () => {
    const { client, clock, look, parts, queries, request, rows, sender, spent } = await open()
    await client.setAutomine(false)
    onTestFinished(() => client.setAutomine(true))
    await accept(parts, request(1))
    clock.ms += 5000
    await look()
    for (let raise = 0; raise < 2; raise++) {
      clock.ms += 31_000
      // Two processes look at the same moment.
      await Promise.all([look(), look()])
    }
    const [waiting] = await rows()
    expect([waiting?.state, waiting?.hashes.length]).toEqual(['sent', 3])
    await client.mine({ blocks: 1 })
    await Promise.all([look(), look()])
    const [row] = await rows()
    expect([row?.state, row?.minedHash]).toEqual(['mined', row?.hashes[2]])
    expect(await client.getTransactionCount({ address: sender })).toBe(1)
    // The reservation became the cost, once.
    expect(row?.cost).toBeGreaterThan(0n)
    expect(await spent()).toBe(row?.cost)
    await look()
    expect(await queries.select().from(spending)).toHaveLength(1)
    expect(await spent()).toBe(row?.cost)
  })

  test('reserves what a rollup charges for data, and counts what the receipt says', async () => {
    const { chain, client, clock, parts, request, rows, spent } = await open()
    // The oracle of OP Stack chains, with a price of 1 gwei a byte of its call data.
    const oracle = '0x420000000000000000000000000000000000000F'
    await client.setCode({ address: oracle, bytecode: '0x36633b9aca000260005260206000f3' })
    onTestFinished(() => client.setCode({ address: oracle, bytecode: '0x' }))
    const rollup: Chain = { ...chain, dataFees: 'op-stack' }
    const long = request(1, { chain: rollup, data: `0x${'ab'.repeat(1000)}`, gas: 100_000n })
    const { submission } = await accept(parts, long)
    // More than the bytes of the call alone, at twice the price of now.
    expect(submission.dataFee).toBeGreaterThan(2n * 1000n * parseGwei('1'))
    expect(submission.reserved).toBe(100_000n * submission.maxFeePerGas + submission.dataFee)
    clock.ms += 5000
    await follow(parts, rollup, () => {})
    const l1Fee = parseGwei('1500')
    const { getTransactionReceipt } = rollup.client
    const node = {
      ...rollup.client,
      // This node writes no data fees into its receipts, as those of rollups do.
      getTransactionReceipt: async (of: { hash: Hex }) => ({
        ...(await getTransactionReceipt(of)),
        l1Fee: `0x${l1Fee.toString(16)}`,
      }),
    } as typeof rollup.client
    await lookUntil(
      () => follow(parts, { ...rollup, client: node }, () => {}),
      async () => (await rows())[0]?.state,
    ).toBe('mined')
    const [row] = await rows()
    const { effectiveGasPrice, gasUsed } = await client.getTransactionReceipt({
      hash: row?.minedHash as Hex,
    })
    expect(row?.cost).toBe(gasUsed * effectiveGasPrice + l1Fee)
    expect(await spent()).toBe(row?.cost)
    const tight = { key: 'user:x', limit: 100_000n * submission.maxFeePerGas, whose: 'this user' }
    await expect(
      accept(parts, { ...long, key: 'another', budgets: [tight] }),
    ).rejects.toMatchObject({ status: 429 })
  })

  test('error: a transaction that the node refuses is cancelled, so that later ones of its account reach a block', async () => {
    const { client, clock, look, parts, request, rows, sender, spent } = await open()
    // More gas than a block has: the node does not take it at any time.
    const { gasLimit } = await client.getBlock()
    const bad = await accept(parts, request(1, { gas: gasLimit + 1n, owner: 'griefer' }))
    const good = await accept(parts, request(2))
    for (const ms of [5000, 15_000, 2000, 2000]) {
      clock.ms += ms
      await look()
    }
    expect((await rows()).map(({ state }) => state)).toEqual(['accepted', 'sent'])
    expect(await client.getTransactionCount({ address: sender })).toBe(0)
    clock.ms += 5000
    // Two processes look at the same moment.
    await Promise.all([look(), look()])
    await lookUntil(look, async () => (await rows()).map(({ state }) => state)).toEqual([
      ...['failed', 'mined'],
    ])
    const [failed, mined] = await rows()
    expect(failed).toMatchObject({ reason: 'No node took the transaction', hashes: { length: 2 } })
    expect(mined?.minedHash).toBe(good.submission.hashes[0])
    const transaction = await client.getTransaction({ hash: failed?.minedHash as Hex })
    expect(transaction).toMatchObject({ nonce: 0, value: 0n, input: '0x', gas: 21_000n })
    expect(transaction.to?.toLowerCase()).toBe(sender.toLowerCase())
    expect(transaction.maxFeePerGas).toBeGreaterThan(bad.submission.maxFeePerGas)
    // The reservation became the cost of the empty transfer.
    expect(await spent()).toBe(failed!.cost! + mined!.cost!)
    expect(failed?.cost).toBeLessThan(21_001n * transaction.maxFeePerGas!)
  })

  test.each([
    ['searches a few blocks at a time for a payment that was reverted', 40n],
    ['error: ends a reverted payment that the node does not search for, and blames nobody', 0n],
  ])('%s', async (_, most) => {
    const { chain, client, clock, parts, queries, request, rows } = await open()
    const ranges: bigint[] = []
    const node = {
      ...client,
      async getLogs({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) {
        ranges.push(toBlock - fromBlock + 1n)
        if (ranges.at(-1)! <= most) return []
        const error = { code: -32005, message: 'block range is too large' }
        throw new RpcRequestError({ body: {}, error, url: evm.url })
      },
    } as unknown as typeof chain.client
    const see = () => follow(parts, { ...chain, client: node }, () => {})
    await client.mine({ blocks: 100 })
    const fromBlock = (await client.getBlockNumber({ cacheTime: 0 })) - 95n
    const { address } = privateKeyToAccount(generatePrivateKey())
    // An authorization without a valid signature.
    const data = encodeFunctionData({
      abi: authorizationAbi,
      functionName: 'transferWithAuthorization',
      args: [address, address, 1n, 0n, 2n ** 40n, zeroHash, 27, zeroHash, zeroHash] as never,
    })
    const owner = 'payer'
    const bad = { data, fromBlock, gas: 100_000n, owner, to: devnetAddresses.usdc } as const
    const failures = most === 0n ? 3 : 1
    for (let n = 0; n < failures; n++) {
      await accept(parts, request(n, bad))
      clock.ms += 5000
      await lookUntil(see, async () => ranges.length > 0).toBe(true)
      if (most === 0n) {
        expect((await rows())[n]).toMatchObject({ state: 'sent' })
        clock.ms += 6 * 60_000
      }
      await lookUntil(see, async () => (await rows())[n]?.state).toBe('failed')
    }
    // The refused sizes first.
    if (most > 0n) {
      expect(ranges.slice(0, 3)).toEqual([97n, 50n, 10n])
      expect(ranges.slice(2).reduce((sum, range) => sum + range)).toBe(97n)
      return
    }
    expect((await rows()).map(({ reason }) => reason)).toEqual(Array(3).fill(notSearched))
    await accept(parts, request(9, { owner }))
    expect(await queries.select().from(submissions)).toHaveLength(4)
  })

  test('error: a transaction that nodes refuse because of an earlier one is not cancelled with it', async () => {
    const { chain, client, clock, parts, request, rows, sender } = await open()
    const { gasLimit } = await client.getBlock()
    await accept(parts, request(1, { gas: gasLimit + 1n, owner: 'griefer' }))
    const good = [await accept(parts, request(2)), await accept(parts, request(3))]
    // Nodes word it in different ways, and some give it a code of their own.
    const answers = [
      { code: -32000, message: 'nonce gap' },
      { code: -32000, message: 'an earlier transaction is missing' },
      { code: -31999, message: 'not now' },
    ]
    const asked = new Map<number, number>()
    const node = {
      ...client,
      async sendRawTransaction(sent: { serializedTransaction: Hex }) {
        const { nonce } = parseTransaction(sent.serializedTransaction)
        if (nonce === (await client.getTransactionCount({ address: sender })))
          return client.sendRawTransaction(sent)
        const times = asked.get(nonce!) ?? 0
        asked.set(nonce!, times + 1)
        const error = answers[times % answers.length]!
        throw new RpcRequestError({ body: {}, error, url: evm.url })
      },
      // The others are looked at while the end of the earlier one is still being read.
      async getTransactionReceipt(one: { hash: Hex }) {
        await sleep(50)
        return client.getTransactionReceipt(one)
      },
    } as unknown as typeof chain.client
    // A block after each look, so that one is refused until the next look.
    await client.setAutomine(false)
    onTestFinished(() => client.setAutomine(true))
    const see = async () => {
      await follow(parts, { ...chain, client: node }, () => {})
      await client.mine({ blocks: 1 })
    }
    for (let n = 0; n < 8; n++) {
      clock.ms += 4000
      await see()
    }
    await lookUntil(
      async () => {
        clock.ms += 4000
        await see()
      },
      async () => (await rows()).map(({ state }) => state),
    ).toEqual(['failed', 'mined', 'mined'])
    const mined = (await rows()).slice(1)
    expect(mined.map(({ cancelledAt }) => cancelledAt)).toEqual([null, null])
    expect(mined.map(({ to }) => to)).toEqual(good.map(({ submission }) => submission.to))
    expect(mined.map(({ minedHash }) => minedHash)).toEqual(
      good.map(({ submission }) => submission.hashes[0]),
    )
  })

  test('error: an upgrade that nodes refuse counts against its user; an outage, or another account, does not', async () => {
    const { chain, client, clock, look, parts, queries, request, rows } = await open()
    const user = privateKeyToAccount(generatePrivateKey())
    const { address, chainId, nonce, r, s, yParity } = await user.signAuthorization({
      ...{ address: devnetAddresses.account, chainId: 31337, nonce: 0 },
    })
    const authorization = { address, chainId, nonce, r, s, yParity: yParity! }
    // The node has two transactions of the user's own account: then it takes no authorization of it.
    let answer: 'refuse' | 'fail' | 'take' = 'fail'
    const node = {
      ...client,
      async sendRawTransaction(sent: { serializedTransaction: Hex }) {
        if (answer === 'take' || !sent.serializedTransaction.startsWith('0x04'))
          return client.sendRawTransaction(sent)
        if (answer === 'fail') throw new HttpRequestError({ url: evm.url, status: 503 })
        const error = { code: -32000, message: 'authority already reserved' }
        throw new RpcRequestError({ body: {}, error, url: evm.url })
      },
    } as unknown as typeof chain.client
    const refusing = { ...chain, client: node }
    const see = () => follow(parts, refusing, () => {})
    const upgrade = (n: number) =>
      accept(
        parts,
        request(n, { authorization, gas: 100_000n, owner: 'griefer', to: user.address }),
      )
    await upgrade(1)
    for (let n = 0; n < 20; n++) {
      clock.ms += 5000
      await see()
    }
    expect((await rows())[0]).toMatchObject({ state: 'accepted', cancelledAt: null })
    answer = 'refuse'
    for (let n = 0; n < 6; n++) {
      clock.ms += 5000
      await see()
    }
    await lookUntil(see, async () => (await rows())[0]?.state).toBe('failed')
    await upgrade(2)
    for (let n = 0; n < 6; n++) {
      clock.ms += 5000
      await see()
    }
    await lookUntil(see, async () => (await rows())[1]?.state).toBe('failed')
    await expect(upgrade(3)).rejects.toMatchObject({ status: 429 })
    // A refused transaction without an authorization is not its user's fault.
    const { gasLimit } = await client.getBlock()
    for (const n of [4, 5]) {
      await accept(parts, request(n, { gas: gasLimit + 1n, owner: 'payer' }))
      for (let times = 0; times < 6; times++) {
        clock.ms += 5000
        await look()
      }
      await lookUntil(look, async () => (await rows())[n - 2]?.state).toBe('failed')
    }
    await accept(parts, request(6, { owner: 'payer' }))
    expect(await queries.select().from(submissions)).toHaveLength(5)
  })

  test('error: still watches transactions and balances while a node does not search for promises', async () => {
    const { chain, client, day, parts, queries, request, rows, sender } = await open()
    await queries.insert(operations).values({
      ...{ id: randomUUID(), fields: '', state: 'promised', chainId: chain.caipId, owner: '' },
      ...{ sender, nonce: 0n, validUntil: 2 ** 40, fromBlock: 0, budgets: [], day },
      ...{ reserved: 1n, acceptedAt: 0 },
    })
    const node = {
      ...client,
      async getLogs() {
        throw new HttpRequestError({ url: evm.url, status: 503 })
      },
    } as unknown as typeof chain.client
    const { paymaster } = devnetAddresses
    const own = { ...chain, client: node, paymaster, pollMs: 20 }
    const chains = new Map([[chain.caipId, own]])
    const queue = createQueue({ ...parts, chains, alarmAtPercent: 80 })
    onTestFinished(() => queue.end())
    await queue.submit(request(1, { chain: own }))
    await expect.poll(async () => (await rows())[0]?.state).toBe('mined')
    const labels = { chain: chain.caipId, account: sender }
    await expect
      .poll(async () => (await parts.metrics.senderCalls.get()).values)
      .toEqual([{ labels, value: expect.any(Number) }])
  })

  test('gives no nonce of an account whose transactions nodes refuse, while another one is free', async () => {
    const { chain, client, clock, parts, request, rows } = await open()
    const second = privateKeyToAccount(await newSender(client))
    const two = { ...chain, accounts: new Map([...chain.accounts, [second.address, second]]) }
    await writeSenders(parts, two as Chain)
    const { submission } = await accept(parts, request(1, { chain: two as Chain }))
    clock.ms += 6000
    for (const n of [2, 3, 4, 5])
      await accept(parts, request(n, { chain: two as Chain })).then((accepted) =>
        expect(accepted.submission.sender).not.toBe(submission.sender),
      )
    expect(await rows()).toHaveLength(5)
  })

  test('error: keeps nonce and budget of a request that a budget refuses', async () => {
    const { parts, queries, request, rows, spent } = await open()
    await accept(parts, request(1))
    const before = await spent()
    const tight = { key: 'user:x', limit: 1n, whose: 'this user' }
    const refused = accept(parts, request(2, { budgets: [...request(2).budgets, tight] }))
    await expect(refused).rejects.toMatchObject({
      ...{ status: 429, message: 'The daily budget of this user is spent' },
    })
    expect(await spent()).toBe(before)
    await accept(parts, request(3))
    expect((await rows()).map(({ nonce }) => nonce)).toEqual([0, 1])
    expect(await queries.select().from(spending)).toHaveLength(1)
  })

  test('error: refuses when too many transactions wait, gas is too expensive, or too many of a user failed', async () => {
    const { chain, clock, look, parts, queries, request, rows } = await open()
    for (let n = 0; n < 4; n++) await accept(parts, request(n))
    await expect(accept(parts, request(5))).rejects.toMatchObject({
      ...{ status: 503, message: 'Too many transactions wait' },
    })
    const cheap = { ...chain, maxFeePerGas: parseGwei('0.000001') }
    await expect(accept(parts, request(6, { chain: cheap }))).rejects.toMatchObject({
      message: 'Gas is too expensive right now',
    })
    clock.ms += 5000
    const isMined = async () => (await rows()).every(({ state }) => state === 'mined')
    await lookUntil(look, isMined).toBe(true)
    // Without call data, this contract reverts.
    const readFailed = () =>
      queries.select().from(submissions).where(eq(submissions.state, 'failed'))
    for (const count of [1, 2]) {
      const bad = { to: devnetAddresses.usdc, gas: 60_000n, owner: 'griefer' } as const
      await accept(parts, request(9 + count, bad))
      clock.ms += 5000
      await lookUntil(look, readFailed).toHaveLength(count)
    }
    const failed = await readFailed()
    expect(failed.every(({ cost }) => cost !== null && cost > 0n)).toBe(true)
    await expect(accept(parts, request(12, { owner: 'griefer' }))).rejects.toMatchObject({
      ...{ status: 429, message: expect.stringContaining('failed in the last 24 hours') },
    })
    await accept(parts, request(13))
  })
})

/** A busy machine's chain may mine a transaction a moment after it has taken it. */
const lookUntil = <read>(look: () => Promise<unknown>, read: () => Promise<read>) =>
  expect.poll(async () => {
    await look()
    return read()
  })
