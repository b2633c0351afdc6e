import {
  compileOnce,
  devnetAccounts,
  devnetAddresses,
  devnetDeployer,
  devTokenAbi,
  type EvmChain,
  startEvm,
  uniswapV2RouterAbi,
  wethAbi,
} from '@foyer/devnet'
import { getHistory, getNfts, type HistoryTransaction } from '@foyer/protocol/api'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, lab, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { createTestIndexer, devnetChain, transact } from '../indexer/indexing.test.kit.ts'
import { onrampOrders } from '../onramp/onrampTables.ts'
import { askChain } from '../rpc/sendFrom.test.kit.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'

const caipId = 'eip155:31337'
const [alice, bob] = devnetAccounts.map(({ address }) => address) as [Address, Address]
const stranger = '0x00000000000000000000000000000000000aBcDe'
const { usdc, weth, uniswapV2Router: router } = devnetAddresses
const nftAbi = parseAbi([
  'function mint(address to, uint256 tokenId) payable',
  'function burn(uint256 tokenId)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function approve(address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
])
const itemsAbi = parseAbi([
  'function mint(address to, uint256[] ids, uint256[] amounts)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

let anvil: EvmChain
let database: Database
let api: TestApi
let nft: Address
let items: Address
const send = (transaction: Omit<Parameters<typeof transact>[1], 'from'> & { from?: Address }) =>
  transact(anvil.url, { from: alice, ...transaction })

beforeAll(async () => {
  const chain = await startEvm({ chainId: 31337, port: 0 })
  anvil = chain
  database = await openTestDatabase(apiDatabase, 'PGlite')
  const names = encodeAbiParameters(
    [{ type: 'string' }, { type: 'string' }],
    ['Gallery\u202e of things', 'GAL'],
  )
  const code = await compileOnce('DevNft')
  nft = (await send({ data: concatHex([code, names]) })).contractAddress!
  items = (await send({ data: await compileOnce('DevItems') })).contractAddress!
})
afterAll(async () => {
  await anvil.stop()
  await database.close()
})
beforeEach(async () => {
  api = await createTestApi({ chains: [devnetChain(anvil.url)], database })
})

const index = () => createTestIndexer({ chain: devnetChain(anvil.url), database }).toHead()
const ask = (address: string, query = '', call = 'history') =>
  api.request(`/v1/account/${address}/${call}?projectId=${shop.id}&${query}`)
async function historyOf(address: string, query = `chainId=${caipId}`) {
  const response = await ask(address, query)
  expect(response.status).toBe(200)
  return v.parse(getHistory.response, await response.json())
}
async function nftsOf(address: string, query = '') {
  const response = await ask(address, query, 'nfts')
  expect(response.status).toBe(200)
  return v.parse(getNfts.response, await response.json())
}

/** A sent transaction in the account's history, once it is indexed. */
async function see(address: string, hash: Hex): Promise<HistoryTransaction> {
  const { data } = await historyOf(address)
  const found = data.find(({ metadata }) => metadata.hash === hash)
  if (found === undefined) throw new Error(`${address} does not see ${hash}`)
  return found
}
const brief = ({ approvals, metadata, transfers }: HistoryTransaction) => [
  metadata.operationType,
  ...transfers.map(({ direction, fungible_info, nft_info, quantity }) =>
    [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
  ),
  ...approvals.map(({ fungible_info, nft_info, quantity, spender }) =>
    [
      'all' in quantity ? quantity.all : quantity.numeric,
      fungible_info?.symbol ?? nft_info?.name,
      spender,
    ].join(' '),
  ),
]
const usdcData = (functionName: 'transfer' | 'approve', to: Address, amount: bigint) =>
  encodeFunctionData({ abi: devTokenAbi, functionName, args: [to, amount] })
const deadline = 2n ** 40n

describe('[7.31] classifies each kind of transaction for its accounts', () => {
  const cases: {
    name: string
    send: () => ReturnType<typeof transact>
    sees: Record<Address, string[]>
  }[] = [
    {
      name: 'coins sent and received',
      send: () => send({ to: stranger, value: parseEther('1.000000000000000001') }),
      sees: {
        [alice]: ['send', 'out 1.000000000000000001 ETH'],
        [stranger]: ['receive', 'in 1.000000000000000001 ETH'],
      },
    },
    {
      name: 'coins sent to oneself',
      send: () => send({ to: alice, value: 5n }),
      sees: { [alice]: ['send', 'self 0.000000000000000005 ETH'] },
    },
    {
      name: 'a cancelled transaction',
      send: () => send({ to: alice }),
      sees: { [alice]: ['cancel'] },
    },
    {
      name: 'tokens sent and received',
      send: () => send({ to: usdc, data: usdcData('transfer', bob, 1_500_001n) }),
      sees: { [alice]: ['send', 'out 1.500001 USDC'], [bob]: ['receive', 'in 1.500001 USDC'] },
    },
    {
      name: 'tokens approved',
      send: () => send({ to: usdc, data: usdcData('approve', router, 7_000_000n) }),
      sees: { [alice]: ['approve', `7 USDC ${router}`] },
    },
    {
      name: 'tokens minted',
      send: () =>
        send({
          to: usdc,
          data: encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args: [bob, 9n] }),
        }),
      sees: { [alice]: ['execute'], [bob]: ['receive', 'in 0.000009 USDC'] },
    },
    {
      name: 'coins wrapped',
      send: () =>
        send({
          to: weth,
          value: 30n,
          data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
        }),
      sees: {
        [alice]: ['deposit', 'out 0.00000000000000003 ETH', 'in 0.00000000000000003 WETH'],
      },
    },
    {
      name: 'coins unwrapped',
      send: () =>
        send({
          to: weth,
          data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [10n] }),
        }),
      sees: {
        [alice]: ['withdraw', 'out 0.00000000000000001 WETH', 'in 0.00000000000000001 ETH'],
      },
    },
    {
      name: 'a swap of coins for tokens',
      send: () =>
        send({
          to: router,
          value: parseEther('0.01'),
          data: encodeFunctionData({
            abi: uniswapV2RouterAbi,
            functionName: 'swapExactETHForTokens',
            args: [0n, [weth, usdc], alice, deadline],
          }),
        }),
      sees: { [alice]: ['trade', 'out 0.01 ETH', expect.stringMatching(/^in \d+\.\d+ USDC$/)] },
    },
    {
      name: 'a swap of tokens for coins',
      send: () =>
        send({
          to: router,
          data: encodeFunctionData({
            abi: uniswapV2RouterAbi,
            functionName: 'swapExactTokensForETH',
            args: [5_000_000n, 0n, [usdc, weth], alice, deadline],
          }),
        }),
      sees: {
        [alice]: ['trade', 'out 5 USDC', expect.stringMatching(/^in 0\.\d+ ETH$/)],
      },
    },
    {
      name: 'an NFT minted and paid for',
      send: () =>
        send({
          to: nft,
          value: 3n,
          data: encodeFunctionData({ abi: nftAbi, functionName: 'mint', args: [alice, 7n] }),
        }),
      sees: {
        [alice]: ['mint', 'out 0.000000000000000003 ETH', 'in 1 Gallery of things #7'],
      },
    },
    {
      name: 'an NFT approved',
      send: () =>
        send({
          to: nft,
          data: encodeFunctionData({ abi: nftAbi, functionName: 'approve', args: [bob, 7n] }),
        }),
      sees: { [alice]: ['approve', `1 Gallery of things #7 ${bob}`] },
    },
    {
      name: 'a whole collection approved',
      send: () =>
        send({
          to: nft,
          data: encodeFunctionData({
            abi: nftAbi,
            functionName: 'setApprovalForAll',
            args: [bob, true],
          }),
        }),
      sees: { [alice]: ['approve', `true Gallery of things ${bob}`] },
    },
    {
      name: 'an NFT sent and received',
      send: () =>
        send({
          to: nft,
          data: encodeFunctionData({
            abi: nftAbi,
            functionName: 'transferFrom',
            args: [alice, bob, 7n],
          }),
        }),
      sees: {
        [alice]: ['send', 'out 1 Gallery of things #7'],
        [bob]: ['receive', 'in 1 Gallery of things #7'],
      },
    },
    {
      name: 'an NFT burnt',
      send: () =>
        send({
          from: bob,
          to: nft,
          data: encodeFunctionData({ abi: nftAbi, functionName: 'burn', args: [7n] }),
        }),
      sees: { [bob]: ['burn', 'out 1 Gallery of things #7'] },
    },
    {
      name: 'several things minted at once',
      send: () =>
        send({
          to: items,
          data: encodeFunctionData({
            abi: itemsAbi,
            functionName: 'mint',
            args: [alice, [1n, 2n ** 255n], [10n, 2n ** 200n]],
          }),
        }),
      sees: {
        [alice]: [
          'mint',
          expect.stringMatching(/^in 10 0x.* #1$/),
          expect.stringContaining(`in ${2n ** 200n} `),
        ],
      },
    },
    {
      name: 'some of several things sent',
      send: () =>
        send({
          to: items,
          data: encodeFunctionData({
            abi: itemsAbi,
            functionName: 'safeTransferFrom',
            args: [alice, bob, 1n, 4n, '0x'],
          }),
        }),
      sees: {
        [alice]: ['send', expect.stringMatching(/^out 4 /)],
        [bob]: ['receive', expect.stringMatching(/^in 4 /)],
      },
    },
    {
      name: 'a contract deployed',
      send: () => send({ data: '0x60006000f3' }),
      sees: { [alice]: ['deploy'] },
    },
    {
      name: 'a call that moves nothing',
      send: () => send({ to: usdc, data: '0x95d89b41' }),
      sees: { [alice]: ['execute'] },
    },
  ]
  const sent = new Map<string, Hex>()
  beforeAll(async () => {
    for (const { name, send: act } of cases) sent.set(name, (await act()).hash)
    await index()
  })

  test.each(cases)('$name', async ({ name, sees }) => {
    for (const [account, expected] of Object.entries(sees)) {
      const seen = await see(account, sent.get(name)!)
      expect(brief(seen)).toEqual(expected)
      expect(seen.metadata).toMatchObject({ status: 'confirmed', chain: caipId })
    }
  })

  test('returns time, sender and token picture of a transaction', async () => {
    const hash = sent.get('tokens sent and received')!
    const seen = await see(bob, hash)
    const transaction = await askChain<{ blockNumber: Hex; nonce: Hex }>(
      anvil.url,
      'eth_getTransactionByHash',
      [hash],
    )
    const block = await askChain<{ timestamp: Hex }>(anvil.url, 'eth_getBlockByNumber', [
      transaction.blockNumber,
      false,
    ])
    expect(seen).toMatchObject({
      id: `${caipId}:tx/${hash}`,
      metadata: {
        ...{ hash, sentFrom: alice, sentTo: usdc, nonce: Number(transaction.nonce) },
        minedAt: new Date(Number(block.timestamp) * 1000).toISOString(),
      },
      transfers: [
        {
          address: `${caipId}:${usdc}`,
          counterparty: alice,
          fungible_info: {
            name: 'USD Coin',
            icon: { url: `https://api.example/public/getTokenImage/USDC?projectId=${shop.id}` },
          },
        },
      ],
    })
  })

  test('[7.35] computes NFTs as incoming minus outgoing transfers', async () => {
    // Besides those that the devnet gives to everybody.
    const mintedBy = async (address: Address) =>
      (await nftsOf(address)).data.filter(({ contract }) =>
        [nft, items].some((own) => isAddressEqual(own, contract as Address)),
      )
    const data = await mintedBy(alice)
    // The one of the collection went to Bob, who burnt it.
    expect(data.map(({ quantity, standard, tokenId }) => [standard, tokenId, quantity])).toEqual([
      ['ERC1155', '1', '6'],
      ['ERC1155', String(2n ** 255n), String(2n ** 200n)],
    ])
    expect((await mintedBy(bob)).map(({ quantity }) => quantity)).toEqual(['4'])
    expect(data[0]).toMatchObject({ name: null, imageUrl: null, isSpam: false, chainId: caipId })
  })

  test('reports complete coverage, and its start', async () => {
    const genesis = await askChain<{ timestamp: Hex }>(anvil.url, 'eth_getBlockByNumber', [
      '0x0',
      false,
    ])
    expect((await historyOf(alice)).coverage).toEqual({
      from: new Date(Number(genesis.timestamp) * 1000).toISOString(),
      internalTransfers: true,
    })
  })
})

test('reports a failed transaction as failed, without transfers', async () => {
  const { hash, status } = await send({ to: usdc, data: usdcData('transfer', bob, 2n ** 255n) })
  expect(status).toBe('0x0')
  await index()
  const seen = await see(alice, hash)
  expect(brief(seen)).toEqual(['execute'])
  expect(seen.metadata.status).toBe('failed')
})

test('returns pages of 50, stable while new blocks arrive', async () => {
  const reader = devnetAccounts[7]!.address
  const transfer = () => send({ from: reader, to: stranger, value: 1n })
  const hashes: Hex[] = []
  for (let n = 0; n < 120; n++) hashes.unshift((await transfer()).hash)
  await index()
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await historyOf(reader, cursor === null ? '' : `cursor=${cursor}`)
    seen.push(...page.data.map(({ metadata }) => metadata.hash))
    cursor = page.next
    for (let n = 0; n < 3; n++) await transfer()
    await index()
  } while (cursor !== null)
  expect(seen).toEqual(hashes)
})

test('reports how much of the chain is indexed, and returns that part', async () => {
  await askChain(anvil.url, 'anvil_mine', ['0x96'])
  const fresh = await openTestDatabase(apiDatabase, 'PGlite')
  try {
    const indexer = createTestIndexer({ chain: devnetChain(anvil.url), database: fresh })
    expect(await indexer.step()).toBe('more')
    api = await createTestApi({ chains: [devnetChain(anvil.url)], database: fresh })
    // The first hundred blocks of the devnet are its deployments.
    const { coverage, data } = await historyOf(devnetDeployer.address)
    const head = Number(await askChain<Hex>(anvil.url, 'eth_blockNumber', []))
    expect(coverage.backfill).toBeCloseTo(100 / (head + 1), 10)
    expect(data.length).toBeGreaterThan(0)
    // No transaction of this account is known, as far as the chain is read.
    const empty = await historyOf('0x00000000000000000000000000000000000f00d1')
    expect([empty.data, empty.coverage.backfill]).toEqual([[], coverage.backfill])
  } finally {
    await fresh.close()
  }
})

test('returns NFTs in pages of 50, each once', async () => {
  const to = devnetAccounts[8]!.address
  const ids = Array.from({ length: 60 }, (_, id) => BigInt(id + 100))
  const args = [to, ids, ids.map(() => 2n)] as const
  await send({ to: items, data: encodeFunctionData({ abi: itemsAbi, functionName: 'mint', args }) })
  await index()
  const first = await nftsOf(to)
  const second = await nftsOf(to, `cursor=${first.next}`)
  expect([first.data.length, second.data.length, second.next]).toEqual([50, 10, null])
  const seen = [...first.data, ...second.data].map(({ tokenId }) => BigInt(tokenId))
  expect(seen.sort((a, b) => Number(a - b))).toEqual(ids)
})

test('merges the histories of several chains by time', async () => {
  const second = await startEvm({ chainId: 31338, port: 0 })
  try {
    const two = devnetChain(second.url, { caipId: 'eip155:31338', name: 'Two' })
    const account = devnetAccounts[6]!.address
    const at = Math.floor(Date.now() / 1000) + 1000
    for (const [n, url] of [anvil.url, second.url, anvil.url, second.url].entries()) {
      await askChain(url, 'evm_setNextBlockTimestamp', [at + n * 10])
      await transact(url, { from: account, to: stranger, value: 1n })
    }
    await index()
    await createTestIndexer({ chain: two, database }).toHead()
    api = await createTestApi({ chains: [devnetChain(anvil.url), two], database })
    const { data } = await historyOf(account, '')
    expect(data.slice(0, 4).map(({ metadata }) => metadata.chain)).toEqual([
      ...['eip155:31338', caipId, 'eip155:31338', caipId],
    ])
  } finally {
    await second.stop()
  }
})

describe('error:', () => {
  test('reports an unavailable chain without indexed blocks as an error, not as an empty list', async () => {
    const down = await startUpstream((_, response) => void response.writeHead(503).end())
    try {
      const chain = devnetChain(down.url, { caipId: 'eip155:31339' })
      const indexer = createTestIndexer({ chain, database })
      await expect(indexer.step()).rejects.toMatchObject({ status: 502 })
      api = await createTestApi({ chains: [devnetChain(anvil.url), chain], database })
      for (const call of ['history', 'nfts'])
        for (const query of ['', 'chainId=eip155:31339']) {
          const response = await ask(alice, query, call)
          expect(response.status).toBe(503)
          expect((await response.json()).error).toMatchObject({
            code: 'transactions-failed',
            message: 'The history of eip155:31339 is not there right now',
          })
        }
      expect((await historyOf(alice)).data.length).toBeGreaterThan(0)
    } finally {
      await down.stop()
    }
  })

  test('returns indexed transactions of an unavailable chain, but reports an error instead of an empty history', async () => {
    await index()
    const later = () => Date.now() + 121_000
    api = await createTestApi({ chains: [devnetChain(anvil.url)], database, now: later })
    expect((await historyOf(alice)).data.length).toBeGreaterThan(0)
    expect((await ask('0x00000000000000000000000000000000000f00d1')).status).toBe(503)
  })

  const place = (json: string) => `cursor=${Buffer.from(json).toString('base64url')}`
  test.each([
    ['a text that is no address', '0x123', '', 'address'],
    ['an address of another kind', 'So11111111111111111111111111111111111111112', '', 'address'],
    ['a chain that is not there', alice, 'chainId=eip155:999', 'chainId'],
    ['a cursor that is none', alice, 'cursor=nonsense', 'cursor'],
    ['a cursor with a control character', alice, place('[1,"\\u0000",1,1]'), 'cursor'],
    ['a cursor with too large a number', alice, place('[1e99,"a",1,1]'), 'cursor'],
    ['a cursor that is too long', alice, `cursor=${'A'.repeat(513)}`, 'cursor'],
  ])('%s', async (_, address, query, field) => {
    for (const call of ['history', 'nfts']) {
      const response = await ask(address, query, call)
      expect([response.status, (await response.json()).error.field]).toEqual([400, field])
    }
  })
})

test('[7.31] with onramp, lists only what was bought from this seller by pages of the project, once it has arrived', async () => {
  const buyer = '0x00000000000000000000000000000000000ddDdE'
  const other = await send({ to: buyer, value: 1n })
  const bought = await send({ to: buyer, value: parseEther('0.5') })
  const late = await send({ to: buyer, value: 2n })
  await index()
  const add = (hash: Hex, more: Partial<typeof onrampOrders.$inferInsert> = {}) =>
    database.queries.insert(onrampOrders).values({
      ...{ id: hash, projectId: shop.id, provider: 'moonpay', network: caipId, status: 'arrived' },
      ...{ address: buyer, hash, expiresAt: new Date(), ...more },
    })
  // Sellers write hashes and addresses in any case.
  await add(bought.hash, { address: buyer.toLowerCase() })
  await add(late.hash, { status: 'pending' })
  await add(other.hash, { projectId: lab.id })
  await add(`0x${'9'.repeat(64)}`)
  const page = await historyOf(buyer, `chainId=${caipId}&onramp=moonpay`)
  expect(page.data.map(brief)).toEqual([['bought', 'in 0.5 ETH']])
  expect(page).toMatchObject({ next: null, coverage: { internalTransfers: expect.any(Boolean) } })
  expect((await historyOf(buyer, `chainId=${caipId}&onramp=stripe`)).data).toEqual([])
  expect((await historyOf(buyer)).data).toHaveLength(3)
})
