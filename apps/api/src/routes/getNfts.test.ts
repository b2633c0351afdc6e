import {
  devNftAbi,
  devnetAccounts,
  devnetAddresses,
  type EvmChain,
  ipfsFile,
  startEvm,
} from '@foyer/devnet'
import { getHistory, getNfts } from '@foyer/protocol/api'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { createTestIndexer, devnetChain, transact } from '../indexer/indexing.test.kit.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'

const [alice, bob, carol, dave] = devnetAccounts.map(({ address }) => address) as [
  ...[Address, Address],
  ...[Address, Address],
]
const { art, badges, spam } = devnetAddresses
let anvil: EvmChain
let database: Database
let gateway: Awaited<ReturnType<typeof startUpstream>>
let api: TestApi

beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
  gateway = await startUpstream(({ path }, response) => {
    const file = ipfsFile(path)
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type }).end(file?.text)
  })
  api = await createTestApi({
    ...{ chains: [devnetChain(anvil.url)], database, ipfsGateway: gateway.url },
  })
  await index()
})
afterAll(async () => {
  await api.close()
  await gateway.stop()
  await anvil.stop()
  await database.close()
})

const index = () => createTestIndexer({ chain: devnetChain(anvil.url), database }).toHead()
const ask = (path: string, init?: RequestInit) =>
  api.request(path.replace('https://api.example', ''), init)
async function nftsOf(address: string) {
  const response = await ask(`/v1/account/${address}/nfts?projectId=${shop.id}`)
  expect(response.status).toBe(200)
  return v.parse(getNfts.response, await response.json()).data
}
async function historyOf(address: string) {
  const response = await ask(`/v1/account/${address}/history?projectId=${shop.id}`)
  return v.parse(getHistory.response, await response.json()).data
}
const multicallAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
])
/** Mints one picture for each account, in one transaction. */
function giveAtOnce(accounts: readonly string[], firstId: bigint, from = alice) {
  const calls = accounts.map((to, index) => ({
    ...{ target: art, allowFailure: false },
    callData: encodeFunctionData({
      ...{ abi: devNftAbi, functionName: 'mint', args: [to as Address, firstId + BigInt(index)] },
    }),
  }))
  return transact(anvil.url, {
    ...{ from, to: devnetAddresses.multicall3 },
    data: encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] }),
  })
}

test('[7.35] lists NFTs with name, collection, image and standard, and marks spam', async () => {
  const nfts = await nftsOf(alice)
  const brief = nfts.map(({ collection, isPending, isSpam, name, quantity, standard }) =>
    [standard, collection, name, quantity, isSpam && 'spam', isPending && 'pending']
      .filter(Boolean)
      .join(' | '),
  )
  expect(brief.sort()).toEqual([
    'ERC1155 | Harbour Badges | First Ferry | 2',
    'ERC1155 | Harbour Badges | Night Watch | 4',
    'ERC721 | Claim 5,000 USDC at harbour-gift.xyz | 1 | spam',
    'ERC721 | Harbour Lights | Harbour Lights #1 | 1',
    'ERC721 | Harbour Lights | Harbour Lights #2 | 1',
    'ERC721 | Harbour Lights | Harbour Lights #3 | 1',
  ])
  const picture = nfts.find(({ contract, tokenId }) => contract === art && tokenId === '1')
  expect(picture?.imageUrl).toMatch(
    new RegExp(
      `^https://api.example/v1/nft-media/eip155%3A31337/${art.toLowerCase()}/1\\?projectId=${shop.id}&v=[\\w-]{10}$`,
    ),
  )
})

test('[T100] serves images as drawings that run nothing, from the chain and from IPFS, with an ETag', async () => {
  const nfts = await nftsOf(alice)
  for (const contract of [art, badges]) {
    const { imageUrl } = nfts.find((one) => one.contract === contract)!
    const response = await ask(imageUrl!)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await response.text()).toMatch(/^<svg viewBox.*<\/svg>$/s)
    const known = { 'If-None-Match': response.headers.get('etag')! }
    expect((await ask(imageUrl!, { headers: known })).status).toBe(304)
  }
})

test('serves no image of an NFT that was not listed, and asks no chain for it', async () => {
  const asked = gateway.asked.length
  for (const [contract, tokenId] of [
    [art, '999'],
    [spam, '1'],
    ['0x00', '1'],
    [art, 'x'],
    [art, '9'.repeat(79)],
  ]) {
    const path = `/v1/nft-media/eip155:31337/${contract}/${tokenId}?projectId=${shop.id}`
    expect((await ask(path)).status, path).toBe(404)
  }
  expect(gateway.asked.length).toBe(asked)
})

test('[3.4] marks in the history what the list of NFTs marks, with names and images', async () => {
  await nftsOf(alice)
  const received = (await historyOf(alice)).flatMap(({ transfers }) => transfers)
  const spammed = received.filter(({ nft_info }) => nft_info?.flags.is_spam)
  expect(spammed.map(({ nft_info }) => nft_info?.name)).toEqual([
    'Claim 5,000 USDC at harbour-gift.xyz #1',
  ])
  const picture = received.find(({ nft_info }) => nft_info?.name === 'Harbour Lights #2')
  expect(picture?.nft_info?.content?.preview.url).toContain('/v1/nft-media/')
})

test('[3.4] what an account minted itself is no spam, and neither is what it sends', async () => {
  const data = encodeFunctionData({ abi: devNftAbi, functionName: 'mint', args: [bob, 700n] })
  await transact(anvil.url, { from: bob, to: spam, data })
  await index()
  const own = async () =>
    (await nftsOf(bob))
      .filter(({ contract }) => contract === spam)
      .map(({ isSpam, tokenId }) => `${tokenId} ${isSpam}`)
  expect((await own()).sort()).toEqual(['2 true', '700 false'])
  const away = encodeFunctionData({
    ...{ abi: devNftAbi, functionName: 'safeTransferFrom', args: [bob, carol, 2n] },
  })
  await transact(anvil.url, { from: bob, to: spam, data: away })
  await index()
  const sent = (await historyOf(bob))[0]?.transfers[0]
  expect([sent?.direction, sent?.nft_info?.flags.is_spam]).toEqual(['out', false])
})

test('[3.4] what one transaction gives to 20 accounts is spam for those who did not send it', async () => {
  const others = Array.from(
    { length: 19 },
    (_, index) => `0x${String(index + 1).padStart(40, '7')}`,
  )
  await giveAtOnce([carol, ...others.slice(1)], 800n)
  await giveAtOnce([carol, ...others], 900n)
  await giveAtOnce([dave, ...others], 1_000n, dave)
  await index()
  const isSpam = async (address: Address, tokenId: string) =>
    (await nftsOf(address)).find((one) => one.tokenId === tokenId)?.isSpam
  expect(await isSpam(carol, '800')).toBe(false)
  expect(await isSpam(carol, '900')).toBe(true)
  expect(await isSpam(dave, '1000')).toBe(false)
})
