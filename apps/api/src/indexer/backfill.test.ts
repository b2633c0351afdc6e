import {
  compileOnce,
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { getHistory, getNfts, type HistoryTransaction, type Nft } from '@foyer/protocol/api'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { EvmChain as ConfiguredChain } from '../chains/chainConfig.ts'
import { createTestApi, shop } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { askChain } from '../rpc/sendFrom.test.kit.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { createBackfill } from './backfill.ts'
import { createEvmReader } from './evm/createEvmReader.ts'
import { createAccountSearch } from './evm/findAccountBlocks.ts'
import { historyBackfills } from './historyTables.ts'
import { createTestIndexer, createTestRpc, devnetChain, transact } from './indexing.test.kit.ts'

const [alice, bob, carol] = devnetAccounts.map(({ address }) => address) as [
  Address,
  Address,
  Address,
]
const { usdc } = devnetAddresses
const nftAbi = parseAbi([
  'function mint(address to, uint256 tokenId) payable',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

let anvil: EvmChain
let full: Database
/** The first block that the late indexers read. */
let firstBlock: number
beforeAll(async () => {
  const chain = await startEvm({ chainId: 31337, port: 0 })
  anvil = chain
  const send = (transaction: Parameters<typeof transact>[1]) => transact(chain.url, transaction)
  const names = encodeAbiParameters([{ type: 'string' }, { type: 'string' }], ['Art', 'ART'])
  const nft = (await send({ from: alice, data: concatHex([await compileOnce('DevNft'), names]) }))
    .contractAddress!
  const token = (from: Address, to: Address, amount: bigint) =>
    send({
      ...{ from, to: usdc },
      data: encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [to, amount] }),
    })
  const art = (functionName: 'mint' | 'transferFrom', from: Address, ...args: unknown[]) =>
    send({ from, to: nft, data: encodeFunctionData({ abi: nftAbi, functionName, args } as never) })
  for (let round = 1n; round <= 4n; round++) {
    await send({ from: alice, to: bob, value: round })
    await token(alice, carol, round)
    await token(carol, alice, 1n)
    await art('mint', alice, alice, round)
    await send({ from: bob, to: carol, value: round })
    await askChain(chain.url, 'anvil_mine', ['0x7'])
  }
  await art('transferFrom', alice, alice, bob, 1n)
  await art('transferFrom', bob, bob, carol, 1n)
  await askChain(chain.url, 'anvil_mine', ['0x3'])
  firstBlock = Number(await askChain<string>(chain.url, 'eth_blockNumber', [])) - 1
  full = await openTestDatabase(apiDatabase, 'PGlite')
  await createTestIndexer({ chain: devnetChain(chain.url), database: full }).toHead()
})
afterAll(async () => {
  await anvil.stop()
  await full.close()
})

/** Without what is known of an NFT besides its transfers. */
const movesOf = (all: readonly HistoryTransaction[]) =>
  all.map(({ transfers, ...rest }) => ({
    ...rest,
    transfers: transfers.map(({ nft_info, ...transfer }) => transfer),
  }))
const holdingsOf = (all: readonly Nft[]) =>
  all.map(({ contract, quantity, tokenId }) => [contract, tokenId, quantity])

async function serve(database: Database, url = anvil.url) {
  const chain = devnetChain(url, { history: { firstBlock } })
  const api = await createTestApi({ chains: [chain], database })
  const ask = async (address: string, call: string, client = '192.0.2.1') => {
    const response = await api.request(`/v1/account/${address}/${call}?projectId=${shop.id}`, {
      headers: { 'X-Forwarded-For': client },
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  return {
    historyOf: async (address: string, client?: string) =>
      v.parse(getHistory.response, await ask(address, 'history', client)),
    nftsOf: async (address: string) => v.parse(getNfts.response, await ask(address, 'nfts')),
  }
}
async function openLate(engine: 'PGlite' | 'PostgreSQL' = 'PGlite', url = anvil.url) {
  const database = await openTestDatabase(apiDatabase, engine)
  onTestFinished(() => database.close())
  const chain = devnetChain(url, { history: { firstBlock } })
  await createTestIndexer({ chain, database, firstBlock }).toHead()
  return { ...(await serve(database, url)), database }
}
function backfill(
  database: Database,
  { holder = 'test', range = 4, url = anvil.url, wrap = (find: Find) => find } = {},
) {
  const rpc = createTestRpc(devnetChain(url))
  const chain = rpc.chains[0] as ConfiguredChain
  return createBackfill({
    ...{ chainId: chain.caipId, holder, queries: database.queries, range },
    findBlocks: wrap(createAccountSearch(rpc, chain)),
    reader: createEvmReader(rpc, chain),
  })
}
type Find = ReturnType<typeof createAccountSearch>
async function finish({ step }: ReturnType<typeof backfill>) {
  while ((await step()) === 'more');
}

describe.each(testEngines)('the past of an account (%s)', (engine) => {
  test('is read in the background from where the index begins, and says how far it is', async () => {
    const { database, historyOf, nftsOf } = await openLate(engine)
    const begun = await historyOf(alice)
    expect(begun.data).toEqual([])
    const { step } = backfill(database, { range: 1 })
    let { backfill: last, from } = begun.coverage
    for (; (await step()) === 'more'; ) {
      const { coverage, data } = await historyOf(alice)
      expect(coverage.backfill ?? 1).toBeGreaterThan(last!)
      expect(coverage.from <= from).toBe(true)
      for (const { metadata } of data) expect(metadata.minedAt >= coverage.from).toBe(true)
      ;({ backfill: last = 1, from } = coverage)
    }
    const whole = await serve(full)
    const { coverage, data } = await historyOf(alice)
    const known = await whole.historyOf(alice)
    expect(movesOf(data)).toEqual(movesOf(known.data))
    expect(data.length).toBeGreaterThan(15)
    expect(coverage).toEqual({ from: known.coverage.from, internalTransfers: expect.any(Boolean) })
    expect(holdingsOf((await nftsOf(alice)).data)).toEqual(
      holdingsOf((await whole.nftsOf(alice)).data),
    )
  })

  test('is stored once, whatever fails and however many processes read it', async () => {
    const { database, historyOf } = await openLate(engine)
    for (const account of [alice, bob]) await historyOf(account)
    let calls = 0
    const readers = ['one', 'two'].map((holder) =>
      backfill(database, {
        holder,
        wrap: (find) => async (account, range) => {
          const found = await find(account, range)
          if (++calls < 20 && calls % 3 === 0) throw new Error('killed')
          return found
        },
      }),
    )
    for (let open = 2; open > 0; ) {
      await Promise.allSettled(readers.map(({ step }) => step()))
      const rows = await database.queries.select().from(historyBackfills)
      open = rows.filter(({ nextBlock }) => nextBlock > 0).length
      // As after 30 s: what a dead process held is free.
      await database.queries.update(historyBackfills).set({ heldUntil: 0 })
    }
    const whole = await serve(full)
    for (const account of [alice, bob])
      expect(movesOf((await historyOf(account)).data)).toEqual(
        movesOf((await whole.historyOf(account)).data),
      )
  })
})

test('asks for the past of 30 new accounts an hour for one client, and for those of others still', async () => {
  const { database, historyOf } = await openLate()
  const stranger = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`
  const open = async () => (await database.queries.select().from(historyBackfills)).length
  for (let index = 0; index < 32; index++) await historyOf(stranger(index))
  expect(await open()).toBe(30)
  // One that is known costs nothing.
  await historyOf(stranger(0))
  await historyOf(alice, '192.0.2.2')
  expect(await open()).toBe(31)
})

test('does not give another account half a past, nor NFTs that it passed on', async () => {
  const { database, historyOf, nftsOf } = await openLate()
  await historyOf(alice)
  await finish(backfill(database))
  expect((await nftsOf(bob)).data).toEqual([])
  expect((await historyOf(bob)).data).toEqual([])
})

test('without ots_* on the node finds what tokens logged, and says that coins are missing', async () => {
  const upstream = await startUpstream(async (asked, response) => {
    const isOts = asked.body.includes('ots_')
    const refusal = '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"Method not found"}}'
    response.end(isOts ? refusal : await forward(anvil.url, asked))
  })
  onTestFinished(() => upstream.stop())
  const { database, historyOf } = await openLate('PGlite', upstream.url)
  const begun = await historyOf(carol)
  await finish(backfill(database, { url: upstream.url }))
  const { coverage, data } = await historyOf(carol)
  expect(coverage.from).toBe(begun.coverage.from)
  expect(coverage.unseen).toEqual(['past-coins'])
  expect(coverage.backfill).toBeUndefined()
  const known = (await (await serve(full)).historyOf(carol)).data
  const logged = known.filter(({ transfers }) => transfers.some(({ address }) => address))
  expect(movesOf(data)).toEqual(movesOf(logged))
  expect(data.length).toBeLessThan(known.length)
})

test('error: a node that answers with other blocks than were asked for', async () => {
  const upstream = await startUpstream(async (asked, response) => {
    const text = await forward(anvil.url, asked)
    response.end(
      asked.body.includes('getLogs')
        ? text.replaceAll(/"blockNumber":"0x[0-9a-f]+"/g, '"blockNumber":"0xfffff"')
        : text,
    )
  })
  onTestFinished(() => upstream.stop())
  const { database, historyOf } = await openLate()
  await historyOf(alice)
  const { step } = backfill(database, { range: 500, url: upstream.url })
  await expect(step()).rejects.toMatchObject({ status: 502 })
  expect((await historyOf(alice)).data).toEqual([])
})
