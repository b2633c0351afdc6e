import { setTimeout } from 'node:timers/promises'
import {
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { type Address, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { askChain } from '../rpc/sendFrom.test.kit.ts'
import type { BlockReader } from './chainBlock.ts'
import { historyBlocks, historyChains, historyTransfers } from './historyTables.ts'
import { createTestIndexer, devnetChain, readRows, transact } from './indexing.test.kit.ts'

const accounts = devnetAccounts.slice(0, 4).map(({ address }) => address)
const [alice, bob] = accounts as [Address, Address]
const { usdc } = devnetAddresses
const chainId = 'eip155:31337'

let anvil: EvmChain
let database: Database
let other: Database
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  database = await openTestDatabase(apiDatabase, 'PGlite')
  other = await openTestDatabase(apiDatabase, 'PGlite')
})
afterEach(async () => {
  await database.close()
  await other.close()
})

const ask = <result>(method: string, ...params: unknown[]) =>
  askChain<result>(anvil.url, method, params)
const mine = (blocks: number) => ask('anvil_mine', numberToHex(blocks))
const indexer = (options: Partial<Parameters<typeof createTestIndexer>[0]> = {}) =>
  createTestIndexer({ chain: devnetChain(anvil.url), database, ...options })
const pay = (value: bigint, from = alice, to = bob) => transact(anvil.url, { from, to, value })
const payToken = (amount: bigint, from = alice, to = bob) =>
  transact(anvil.url, {
    ...{ from, to: usdc },
    data: encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [to, amount] }),
  })

/** Rows of a database that was filled from the current chain alone. */
async function readFresh() {
  await other.close()
  other = await openTestDatabase(apiDatabase, 'PGlite')
  await indexer({ database: other }).toHead()
  return readRows(other)
}

describe('the indexed transfers', () => {
  const balances = () =>
    Promise.all(
      accounts.map(async (account) => {
        const data = encodeFunctionData({
          ...{ abi: devTokenAbi, functionName: 'balanceOf', args: [account] },
        })
        return {
          coin: BigInt(await ask<Hex>('eth_getBalance', account, 'latest')),
          token: BigInt(await ask<Hex>('eth_call', { to: usdc, data }, 'latest')),
        }
      }),
    )
  const transfer = fc.record({
    isToken: fc.boolean(),
    from: fc.nat(3),
    to: fc.nat(3),
    /** More than an account has, now and then: such a transfer fails. */
    amount: fc.oneof(
      { weight: 9, arbitrary: fc.bigInt(0n, 10n ** 7n) },
      { arbitrary: fc.constant(2n ** 200n), weight: 1 },
    ),
  })

  test('add up to the accounts’ balances, exact to the last unit, with fees subtracted', async () => {
    await indexer().toHead()
    const all = fc.asyncProperty(
      fc.array(transfer, { minLength: 5, maxLength: 25 }),
      async (plan) => {
        const before = await balances()
        const [chain] = await database.queries.select().from(historyChains)
        const fees = accounts.map(() => 0n)
        for (const { amount, from, isToken, to } of plan) {
          const send = isToken ? payToken : pay
          const coins = isToken || amount < 10n ** 8n ? amount : 1n
          fees[from]! += (await send(coins, accounts[from], accounts[to])).feeWei
        }
        await indexer().toHead()
        const moved = (await database.queries.select().from(historyTransfers)).filter(
          ({ block }) => block >= chain!.nextBlock,
        )
        const sum = (account: Address, asset: string) =>
          moved
            .filter((one) => one.asset === asset && one.kind !== 'approval')
            .reduce((total, { amount, receiver, sender }) => {
              const own = account.toLowerCase()
              return total + (receiver === own ? amount : 0n) - (sender === own ? amount : 0n)
            }, 0n)
        const token = `erc20:${usdc.toLowerCase()}`
        expect(await balances()).toEqual(
          accounts.map((account, at) => ({
            coin: before[at]!.coin + sum(account, 'coin') - fees[at]!,
            token: before[at]!.token + sum(account, token),
          })),
        )
      },
    )
    await fc.assert(all, { numRuns: 8 })
  })
})

describe('an indexer that is interrupted', () => {
  /** Fails at the call of this number, wherever that is. */
  function failAt(count: number) {
    let left = count
    const fail = () => {
      if (left-- === 0) throw new Error('interrupted')
    }
    const wrap = (reader: BlockReader): BlockReader => ({
      async readHead() {
        fail()
        return reader.readHead()
      },
      async readHashes(numbers) {
        fail()
        return reader.readHashes(numbers)
      },
      async readBlocks(first, last) {
        fail()
        const blocks = await reader.readBlocks(first, Math.min(last, first + 9))
        fail()
        return blocks
      },
    })
    /** Between any two statements of a transaction, too. */
    const queries = new Proxy(database.queries, {
      get: (target, name) =>
        name !== 'transaction'
          ? (Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name))
          : (work: (transaction: object) => Promise<unknown>) =>
              target.transaction((transaction) =>
                work(
                  new Proxy(transaction, {
                    get(own, method) {
                      fail()
                      return Reflect.get(own, method).bind(own)
                    },
                  }),
                ),
              ),
    })
    return { wrap, queries }
  }

  test('continues where it was interrupted, at any point: each block is stored once', async () => {
    for (let n = 0; n < 10; n++) await (n % 2 ? pay(1n) : payToken(1n))
    const fresh = await readFresh()
    const stops = fc.asyncProperty(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 12 }),
      async (counts) => {
        await database.close()
        database = await openTestDatabase(apiDatabase, 'PGlite')
        for (const count of counts)
          await indexer(failAt(count))
            .toHead()
            .catch(() => {})
        await indexer().toHead()
        expect(await readRows(database)).toEqual(fresh)
      },
    )
    await fc.assert(stops, { numRuns: 15 })
  })
})

describe('a chain that is reorganised', () => {
  test('leaves no rows of replaced blocks', async () => {
    const fork = await ask<Hex>('evm_snapshot')
    await pay(1n)
    await payToken(2n)
    await mine(3)
    await indexer().toHead()
    await ask('evm_revert', fork)
    await pay(7n, bob, alice)
    await mine(8)
    await indexer().toHead()
    expect(await readRows(database)).toEqual(await readFresh())
  })

  test('is detected at the same height, and when the new chain is shorter', async () => {
    const fork = await ask<Hex>('evm_snapshot')
    await pay(1n)
    await pay(2n)
    await indexer().toHead()
    await ask('evm_revert', fork)
    const again = await ask<Hex>('evm_snapshot')
    await pay(3n)
    await pay(4n)
    await indexer().toHead()
    expect(await readRows(database)).toEqual(await readFresh())
    await ask('evm_revert', again)
    await pay(5n)
    await indexer().toHead()
    expect(await readRows(database)).toEqual(await readFresh())
  })

  test('is detected when the chain only gets shorter, and stays so for 30 s', async () => {
    let now = Date.now()
    const shrunk = indexer({ now: () => now })
    await pay(1n)
    await pay(2n)
    await shrunk.toHead()
    const rows = await readRows(database)
    await ask('anvil_rollback', 1)
    await shrunk.toHead()
    now += 29_999
    await shrunk.toHead()
    expect(await readRows(database)).toEqual(rows)
    now += 1
    await shrunk.toHead()
    expect(await readRows(database)).toEqual(await readFresh())
    expect(await readRows(database)).not.toEqual(rows)
    await pay(3n)
    await shrunk.toHead()
    expect(await readRows(database)).toEqual(await readFresh())
  })

  test('is detected within a batch', async () => {
    const fork = await ask<Hex>('evm_snapshot')
    await pay(1n)
    await mine(5)
    let isDone = false
    await indexer({
      wrap: (reader) => ({
        ...reader,
        async readBlocks(first, last) {
          const half = Math.floor((first + last) / 2)
          const blocks = await reader.readBlocks(first, half)
          if (!isDone && last - half > 2) {
            isDone = true
            await ask('evm_revert', fork)
            await pay(9n)
            await mine(20)
          }
          return half === last ? blocks : [...blocks, ...(await reader.readBlocks(half + 1, last))]
        },
      }),
    }).toHead()
    expect(isDone).toBe(true)
    expect(await readRows(database)).toEqual(await readFresh())
  })

  test('is indexed again from the start when the change is deeper than the stored hashes', async () => {
    const fork = await ask<Hex>('evm_snapshot')
    await pay(1n)
    await mine(10)
    await indexer({ hashes: 3 }).toHead()
    expect(await database.queries.select().from(historyBlocks)).toHaveLength(4)
    await ask('evm_revert', fork)
    await pay(2n)
    await mine(20)
    await indexer({ hashes: 3 }).toHead()
    const { blocks: _, ...rows } = await readRows(database)
    const { blocks: __, ...fresh } = await readFresh()
    expect(rows).toEqual(fresh)
  })

  test('is indexed again from the start when another chain has replaced it', async () => {
    await indexer().toHead()
    const second = await startEvm({ chainId: 31337, port: 0 })
    try {
      await askChain(second.url, 'anvil_reset', [])
      await transact(second.url, { from: alice, to: bob, value: 3n })
      const chain = devnetChain(second.url)
      await indexer({ chain }).toHead()
      await indexer({ chain, database: other }).toHead()
      expect(await readRows(database)).toEqual(await readRows(other))
    } finally {
      await second.stop()
    }
  })

  test('is not assumed when a node lags behind', async () => {
    await mine(5)
    await indexer({ hashes: 2 }).toHead()
    const rows = await readRows(database)
    // Further behind than hashes are kept.
    const late = (reader: BlockReader): BlockReader => ({
      ...reader,
      async readHead() {
        const { number } = await reader.readHead()
        const block = await ask<{ hash: Hex; parentHash: Hex }>(
          ...(['eth_getBlockByNumber', numberToHex(number - 4), false] as const),
        )
        return { number: number - 4, hash: block.hash, parentHash: block.parentHash }
      },
      readHashes: async (numbers) =>
        (await reader.readHashes(numbers)).map((hash, at) => (at < 2 ? undefined : hash)),
    })
    expect(await indexer({ hashes: 2, wrap: late }).step()).toBe('idle')
    expect(await readRows(database)).toEqual(rows)
  })
})

describe.each(testEngines)('several processes on one database (%s)', (engine) => {
  let shared: Database
  beforeEach(async () => {
    shared = await openTestDatabase(apiDatabase, engine)
  })
  afterEach(() => shared.close())

  test('index each block once', async () => {
    await mine(150)
    const read: number[] = []
    const wrap = (reader: BlockReader): BlockReader => ({
      ...reader,
      async readBlocks(first, last) {
        const blocks = await reader.readBlocks(first, Math.min(last, first + 4))
        read.push(...blocks.map(({ number }) => number))
        return blocks
      },
    })
    const processes = ['a', 'b', 'c'].map((holder) => indexer({ database: shared, holder, wrap }))
    const outcomes = new Set<string>()
    await Promise.all(
      processes.map(async (one) => {
        while (!outcomes.has('idle')) {
          outcomes.add(await one.step())
          // The embedded engine answers without waiting: others would never have their turn.
          await setTimeout(1)
        }
      }),
    )
    expect([...outcomes].sort()).toEqual(['held', 'idle', 'more'])
    expect(read).toEqual(Array.from({ length: read.length }, (_, number) => number))
    expect(await readRows(shared)).toEqual(await readFresh())
  })

  test('take over from a dead one, and discard what it stores too late', async () => {
    let letGo = () => {}
    const blocked = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const dead = indexer({
      ...{ database: shared, holder: 'dead', leaseMs: 300 },
      wrap: (reader) => ({
        ...reader,
        readBlocks: async (first, last) => {
          const blocks = await reader.readBlocks(first, last)
          await blocked
          return blocks
        },
      }),
    })
    const late = dead.step()
    late.catch(() => {})
    const next = indexer({ database: shared, holder: 'next', leaseMs: 60_000 })
    await expect.poll(() => next.step()).not.toBe('held')
    await next.toHead()
    letGo()
    await expect(late).rejects.toThrow('Another process reads')
    expect(await dead.step()).toBe('held')
    expect(await readRows(shared)).toEqual(await readFresh())
    await next.release()
    expect(await dead.step()).toBe('idle')
  })
})

test('starts a chain of many blocks at its newest one, and logs it', async () => {
  const long = (reader: BlockReader): BlockReader => ({
    ...reader,
    readHead: async () => ({ ...(await reader.readHead()), number: 100_001 }),
    readBlocks: async (first) => [
      {
        ...{ number: first, hash: `0x${first}`, parentHash: '0x', minedAt: 5000 },
        ...{ transactions: [], hasInternalTransfers: true },
      },
    ],
  })
  await indexer({ wrap: long }).step()
  const [chain] = await database.queries.select().from(historyChains)
  expect(chain).toMatchObject({ chainId, firstBlock: 100_001, nextBlock: 100_002 })
  const told = indexer({ wrap: long, firstBlock: 7, database: other })
  await told.step()
  expect((await other.queries.select().from(historyChains))[0]).toMatchObject({
    ...{ firstBlock: 7, nextBlock: 8, headBlock: 100_001, firstMinedAt: 5000 },
  })
})

test('reports missing internal transfers of a single block permanently', async () => {
  const wrap = (reader: BlockReader): BlockReader => ({
    ...reader,
    readBlocks: async (first, last) =>
      (await reader.readBlocks(first, Math.min(last, first + 9))).map((block) => ({
        ...block,
        hasInternalTransfers: block.number !== 5,
      })),
  })
  const one = indexer({ wrap })
  await one.step()
  await one.step()
  const [chain] = await database.queries.select().from(historyChains)
  expect(chain).toMatchObject({ nextBlock: 20, hasInternalTransfers: false })
})
