import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  startEvm,
  uniswapV2RouterAbi,
  wethAbi,
} from '@foyer/devnet'
import { parseUnits } from '@foyer/protocol'
import { getBalance, getHistory, type HistoryTransaction } from '@foyer/protocol/api'
import { openTestDatabase, type TestEngine, testEngines } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import fc from 'fast-check'
import * as v from 'valibot'
import { type Address, encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database, type DatabaseLocation } from '../database/apiDatabase.ts'
import { createTestIndexer, devnetChain, transact } from '../indexer/indexing.test.kit.ts'
import { askChain } from '../rpc/sendFrom.test.kit.ts'

/** `FOYER_TRANSFERS=10000 npm test -- exactness` sends more. */
const transferCount = Number(process.env.FOYER_TRANSFERS ?? 1_000)
const people = [1, 2, 3, 4].map((n): Address => `0x${`${n}`.repeat(40)}`)
const { usdc, uniswapV2Router: router, weth } = devnetAddresses
const alice = devnetAccounts[0]!.address
const deadline = 2n ** 40n
/** Assets, and the units in which a history writes them. */
const assets = { coin: 18, [usdc.toLowerCase()]: 6, [weth.toLowerCase()]: 18 }

type Shared = Database & { readonly location: DatabaseLocation }
type Call = { from: Address; to: Address; data?: Hex; value?: bigint }
type Random = Omit<Call, 'data' | 'value'> & { kind: keyof typeof kinds; amount: bigint }

const usdcCall = (functionName: 'approve' | 'transfer', to: Address, amount: bigint) =>
  encodeFunctionData({ abi: devTokenAbi, functionName, args: [to, amount] })

/** Many of them fail for want of tokens or allowances: then only the fee is paid. */
const kinds = {
  coins: ({ amount, to }) => ({ to, value: amount }),
  nothing: ({ to }) => ({ to }),
  token: ({ amount, to }) => ({ to: usdc, data: usdcCall('transfer', to, amount >> 36n) }),
  tokenOfOther: ({ amount, from, to }) => ({
    to: usdc,
    data: encodeFunctionData({
      ...{ abi: devTokenAbi, functionName: 'transferFrom', args: [to, from, amount >> 36n] },
    }),
  }),
  allowance: ({ amount, to }) => ({ to: usdc, data: usdcCall('approve', to, amount >> 36n) }),
  wrap: ({ amount }) => ({ to: weth, value: amount }),
  // The contract passes coins on.
  unwrap: ({ amount }) => ({
    to: weth,
    data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amount] }),
  }),
  buy: ({ amount, to }) => ({
    to: router,
    value: amount,
    data: encodeFunctionData({
      abi: uniswapV2RouterAbi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [weth, usdc], to, deadline],
    }),
  }),
  sell: ({ amount, to }) => ({
    to: router,
    data: encodeFunctionData({
      abi: uniswapV2RouterAbi,
      functionName: 'swapExactTokensForETH',
      args: [amount >> 36n, 0n, [usdc, weth], to, deadline],
    }),
  }),
} as const satisfies Record<string, (random: Omit<Random, 'kind'>) => Omit<Call, 'from'>>

const randomCall = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    from: fc.constantFrom(...people),
    to: fc.constantFrom(...people),
    // Up to a hundredth of a coin, at most a tenth of a dollar.
    amount: fc.bigInt(0n, 10n ** 16n),
  })
  .map((random): Call => ({ from: random.from, ...kinds[random.kind](random) }))

describe.each(testEngines)('on %s', (engine) => {
  let anvil: EvmChain
  let database: Shared
  let api: TestApi
  beforeAll(async () => {
    anvil = await startEvm({ chainId: 31337, port: 0 })
    database = await openTestDatabase(apiDatabase, engine)
    api = await createTestApi({ chains: [devnetChain(anvil.url)], database })
  })
  afterAll(async () => {
    await anvil.stop()
    await database.close()
  })

  test(`transfers and fees of histories sum to the balances after ${transferCount} random transactions, through reorganisations and killed indexers`, async () => {
    const ask = <result>(method: string, ...params: unknown[]) =>
      askChain<result>(anvil.url, method, params)
    await ask('anvil_autoImpersonateAccount', true)
    for (const person of people) {
      await transact(anvil.url, { from: alice, to: person, value: parseEther('50') })
      await transact(anvil.url, {
        ...{ from: alice, to: usdc, data: usdcCall('transfer', person, 5_000_000n) },
      })
      await transact(anvil.url, {
        ...{ from: person, to: usdc, data: usdcCall('approve', router, 2n ** 200n) },
      })
    }
    await ask('evm_setAutomine', false)
    const mine = async (calls: readonly Call[]) => {
      for (const { value = 0n, ...call } of calls)
        await ask('eth_sendTransaction', { ...call, gas: '0x7a120', value: numberToHex(value) })
      await ask('evm_mine')
    }
    const indexing = keepIndexing(engine, { anvil, database })
    const calls = fc.sample(randomCall, { numRuns: transferCount, seed: 7 })
    for (let at = 0, round = 0; at < calls.length; at += 20, round++) {
      const snapshot = round % 7 === 3 ? await ask<Hex>('evm_snapshot') : undefined
      await mine(calls.slice(at, at + 20))
      if (snapshot === undefined) continue
      // These blocks are replaced, by longer ones with other transactions, once they may be indexed.
      await mine(calls.slice(at, at + 5))
      await indexing.untilHead()
      await ask('evm_revert', snapshot)
      await mine(calls.slice(at + 7, at + 20))
      await mine([])
      await mine([])
    }
    await indexing.end()
    const last = createTestIndexer({ chain: devnetChain(anvil.url), database })
    // A killed indexer may still have the lease.
    for (let state = await last.step(); state !== 'idle'; state = await last.step())
      if (state === 'held') await setTimeout(20)

    let failed = 0
    for (const person of people) {
      const history = await readAll(api, person)
      failed += history.filter(({ metadata }) => metadata.status === 'failed').length
      expect(new Set(history.map(({ id }) => id)).size).toBe(history.length)
      const chain = {
        coin: BigInt(await ask<Hex>('eth_getBalance', person, 'latest')),
        ...Object.fromEntries(
          await Promise.all(
            [usdc, weth].map(async (to) => {
              const data = encodeFunctionData({
                ...{ abi: devTokenAbi, functionName: 'balanceOf', args: [person] },
              })
              return [to.toLowerCase(), BigInt(await ask<Hex>('eth_call', { to, data }, 'latest'))]
            }),
          ),
        ),
      }
      expect(sumOf(history)).toEqual(chain)
      expect(await balancesOf(api, person)).toEqual(
        Object.fromEntries(Object.entries<bigint>(chain).filter(([, amount]) => amount > 0n)),
      )
    }
    // Otherwise the random calls prove less than they say.
    expect(failed).toBeGreaterThan(transferCount / 50)
    expect(indexing.kills()).toBeGreaterThan(0)
  })
})

/** Indexers that are killed at random moments, each followed by the next one. */
function keepIndexing(
  engine: TestEngine,
  { anvil, database }: { anvil: EvmChain; database: Shared },
) {
  let kills = 0
  let isOver = false
  const run = engine === 'PostgreSQL' ? inProcess : inMemory
  const done = (async () => {
    while (!isOver) {
      await run()
      kills++
    }
  })()

  /** A process that ends by SIGKILL. */
  async function inProcess() {
    const { location } = database
    const source = new URL('../indexer/runIndexer.ts', import.meta.url).href
    const options = JSON.stringify({
      chains: [devnetChain(anvil.url)],
      database: { kind: 'postgres', url: location.kind === 'postgres' ? location.url : '' },
      indexer: { leaseMs: 300, pollMs: 20 },
    })
    const code = `import { runIndexer } from '${source}'; await runIndexer(${options})`
    const child = spawn(
      process.execPath,
      ['--conditions=@foyer/source', '--input-type=module', '-e', code],
      { env: testEnvironment({}), stdio: 'ignore' },
    )
    const ended = once(child, 'exit')
    await setTimeout(1_500 + Math.random() * 1_500)
    child.kill('SIGKILL')
    await ended
  }

  /** One that is dropped between any two of its reads. */
  async function inMemory() {
    let left = 2 + Math.floor(Math.random() * 30)
    const indexer = createTestIndexer({
      chain: devnetChain(anvil.url),
      database,
      wrap: (reader) => ({
        ...reader,
        async readBlocks(first, last) {
          if (--left <= 0) throw new Error('killed')
          return reader.readBlocks(first, last)
        },
      }),
    })
    try {
      while (!isOver) {
        const state = await indexer.step()
        if (state !== 'more') await setTimeout(5)
      }
    } catch {
      // The next one continues.
    }
  }

  return {
    kills: () => kills,
    /** Waits until the newest block may be stored; a kill can come before. */
    untilHead: () => setTimeout(engine === 'PostgreSQL' ? 400 : 60),
    async end() {
      isOver = true
      await done
    },
  }
}

async function readAll(api: TestApi, person: Address): Promise<HistoryTransaction[]> {
  const all: HistoryTransaction[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `projectId=${shop.id}&chainId=eip155:31337${cursor && `&cursor=${cursor}`}`
    const response = await api.request(`/v1/account/${person}/history?${query}`)
    const page: v.InferOutput<typeof getHistory.response> = v.parse(
      getHistory.response,
      await response.json(),
    )
    expect(page.coverage.internalTransfers).toBe(true)
    all.push(...page.data)
    cursor = page.next
  }
  return all
}

/** Sums the history of an account, in smallest units. */
function sumOf(history: readonly HistoryTransaction[]): Record<string, bigint> {
  const sums: Record<string, bigint> = Object.fromEntries(
    Object.keys(assets).map((asset) => [asset, 0n]),
  )
  const add = (asset: string, numeric: string, sign: bigint) => {
    sums[asset] = sums[asset]! + sign * parseUnits(numeric, assets[asset as 'coin'])!
  }
  for (const { metadata, transfers } of history) {
    if (metadata.fee) add('coin', metadata.fee.numeric, -1n)
    for (const { address, direction, quantity } of transfers) {
      const asset = address?.split(':').at(-1)?.toLowerCase() ?? 'coin'
      if (direction !== 'self') add(asset, quantity.numeric, direction === 'in' ? 1n : -1n)
    }
  }
  return sums
}

async function balancesOf(api: TestApi, person: Address): Promise<Record<string, bigint>> {
  const query = `projectId=${shop.id}&chainId=eip155:31337&currency=usd&forceUpdate=eip155:31337:${person}`
  const response = await api.request(`/v1/account/${person}/balance?${query}`)
  const { balances } = v.parse(getBalance.response, await response.json())
  return Object.fromEntries(
    balances.map(({ address, quantity }) => [
      address?.split(':').at(-1)?.toLowerCase() ?? 'coin',
      parseUnits(quantity.numeric, Number(quantity.decimals))!,
    ]),
  )
}
