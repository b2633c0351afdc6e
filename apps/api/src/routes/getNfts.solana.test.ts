import {
  type SolanaChain,
  solanaAccounts,
  solanaNftFile,
  solanaNfts,
  solanaSpamName,
  startSolana,
} from '@foyer/devnet'
import { getNfts } from '@foyer/protocol/api'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'

const [alice, bob] = solanaAccounts.map(({ address }) => address as string) as [string, string]
const nobody = '36roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6'
const mintOf = (name: string) => solanaNfts.find((nft) => nft.name === name)!.address as string
let solana: SolanaChain
let database: Database
let gateway: Awaited<ReturnType<typeof startUpstream>>
let api: TestApi

const openApi = (url: string) =>
  createTestApi({
    chains: [
      {
        ...{ caipId: solana.chainId, name: 'Foyer Solana', rpcUrls: [url], tokens: [] },
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    ],
    database,
    ipfsGateway: gateway.url,
  })
beforeAll(async () => {
  solana = await startSolana({ port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
  gateway = await startUpstream(({ path }, response) => {
    const file = solanaNftFile(path)
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type }).end(file?.text)
  })
  api = await openApi(solana.url)
})
afterAll(async () => {
  await api.close()
  await gateway.stop()
  await solana.stop()
  await database.close()
})

const ask = (path: string, asked = api) => asked.request(path.replace('https://api.example', ''))
const pathOf = (address: string, more = '') =>
  `/v1/account/${address}/nfts?projectId=${shop.id}&chainId=${solana.chainId}${more}`
async function pageOf(address: string, asked = api, cursor?: string | null) {
  const response = await ask(pathOf(address, cursor ? `&cursor=${cursor}` : ''), asked)
  expect(response.status).toBe(200)
  return v.parse(getNfts.response, await response.json())
}

test('[7.35] [3.4] lists NFTs by their mints, with names, images and confirmed collections, and marks spam', async () => {
  const { coverage, data, next } = await pageOf(alice)
  const brief = data.map(({ collection, isSpam, name }) =>
    [name, collection, isSpam && 'spam'].filter(Boolean).join(' | '),
  )
  expect(brief.sort()).toEqual([
    `${solanaSpamName} | spam`,
    'Sea Glass',
    'Tide Chart #1 | Tide Charts',
    'Tide Chart #2 | Tide Charts',
  ])
  expect([next, coverage.unseen]).toEqual([null, ['compressed']])
  const contract = mintOf('Tide Chart #1')
  expect(data.find((one) => one.contract === contract)).toEqual({
    ...{ chainId: solana.chainId, contract, tokenId: '0', isSingle: true, standard: 'SPL' },
    ...{ name: 'Tide Chart #1', collection: 'Tide Charts', quantity: '1' },
    ...{ isCompressed: false, isPending: false, isSendable: true, isSpam: false },
    imageUrl: expect.stringContaining(`/v1/nft-media/${encodeURIComponent(solana.chainId)}/`),
  })
})

test('[T100] serves the image of a listed NFT from its gateway, and of no other mint', async () => {
  const { imageUrl } = (await pageOf(bob)).data[0]!
  const response = await ask(imageUrl!)
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(await response.text()).toMatch(/^<svg viewBox.*<\/svg>$/s)
  for (const mint of [nobody, mintOf('Tide Charts')])
    expect((await ask(imageUrl!.replace(/\w+(?=\/0\?)/, mint))).status).toBe(404)
})

test('an account without any has an empty list, and a foreign cursor is refused', async () => {
  expect((await pageOf(nobody)).data).toEqual([])
  const cursor = Buffer.from('["eip155:1","mints","x"]').toString('base64url')
  expect((await pageOf(nobody, api, cursor)).data).toEqual([])
  expect((await ask(pathOf(nobody, '&cursor=x'))).status).toBe(400)
})

/** Written after the published answer of `getAssetsByOwner`. @source https://www.helius.dev/docs/api-reference/das/getassetsbyowner */
const asset = (id: string, more: object = {}) => ({
  interface: 'V1_NFT',
  id,
  content: {
    $schema: 'https://schema.metaplex.com/nft1.0.json',
    json_uri: solanaNfts[1]!.uri,
    files: [
      { uri: 'https://img.example/1.png', cdn_uri: 'https://cdn.example/1', mime: 'image/png' },
    ],
    metadata: {
      name: 'Harbour Pass',
      symbol: 'PASS',
      description: '',
      token_standard: 'NonFungible',
    },
    links: { image: 'https://img.example/1.png', external_url: '' },
  },
  authorities: [{ address: bob, scopes: ['full'] }],
  compression: {
    ...{ eligible: false, compressed: false, data_hash: '', creator_hash: '', asset_hash: '' },
    ...{ tree: '', seq: 0, leaf_id: 0 },
  },
  grouping: [
    {
      ...{ group_key: 'collection', group_value: bob },
      collection_metadata: { name: 'Harbour Passes', symbol: 'PASS', image: '', description: '' },
    },
  ],
  royalty: {
    royalty_model: 'creators',
    target: null,
    percent: 0.05,
    basis_points: 500,
    locked: false,
  },
  creators: [],
  ownership: {
    ...{ frozen: false, delegated: false, delegate: null, ownership_model: 'single' },
    owner: alice,
  },
  supply: { print_max_supply: 0, print_current_supply: 0, edition_nonce: null },
  ...{ mutable: true, burnt: false },
  ...more,
})
const compressed = { eligible: false, compressed: true, tree: bob, seq: 7, leaf_id: 3 }

/** The local Solana, whose node also lists assets, by the page that was asked for. */
async function withAssets(pages: Record<number, unknown[]>) {
  const asked: unknown[] = []
  const node = await startUpstream(async (request, response) => {
    const call = JSON.parse(request.body)
    if (call.method === 'getAsset')
      return void response.end(
        JSON.stringify({ jsonrpc: '2.0', id: call.id, result: asset(call.params.id) }),
      )
    if (call.method !== 'getAssetsByOwner')
      return void response.end(await forward(solana.url, request))
    asked.push(call.params)
    const items = pages[call.params.page] ?? []
    const result = { total: items.length, limit: 50, page: call.params.page, items }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
  })
  const opened = await openApi(node.url)
  onTestFinished(async () => {
    await opened.close()
    await node.stop()
  })
  return { asked, opened }
}

test('[7.35] lists what a node with the Digital Asset Standard knows, compressed NFTs too, without burnt ones', async () => {
  const [one, two, three, four, five, six] = solanaAccounts.slice(4).map(({ address }) => address)
  const { asked, opened } = await withAssets({
    1: [
      asset(one!),
      asset(two!, { compression: compressed }),
      asset(three!, { compression: compressed, grouping: [] }),
      asset(four!, { burnt: true }),
      asset(five!, { interface: 'ProgrammableNFT', ownership: { owner: alice, frozen: true } }),
      asset(six!, { ownership: { owner: bob } }),
      asset(mintOf('Sea Glass'), { interface: 'FungibleToken' }),
      { interface: 'V1_NFT', id: '<script>' },
    ],
  })
  const { coverage, data, next } = await pageOf(alice, opened)
  expect(asked).toMatchObject([{ ownerAddress: alice, page: 1, limit: 50 }])
  expect([next, coverage.unseen]).toEqual([null, undefined])
  expect(
    data.map(({ contract, isCompressed, isSendable, isSpam }) => ({
      ...{ contract, isCompressed, isSendable, isSpam },
    })),
  ).toEqual([
    { contract: one, isCompressed: false, isSendable: true, isSpam: false },
    { contract: two, isCompressed: true, isSendable: false, isSpam: false },
    { contract: three, isCompressed: true, isSendable: false, isSpam: true },
    { contract: five, isCompressed: false, isSendable: false, isSpam: false },
  ])
  // The description is read from the place that the asset names, not taken from the node's answer.
  expect(data[1]).toMatchObject({ name: 'Tide Chart #1', collection: 'Harbour Passes' })
  expect(data[1]?.imageUrl).toContain('/v1/nft-media/')
})

test('[7.35] reads the pages of a list of assets one after another', async () => {
  const ids = Array.from({ length: 50 }, (_, index) =>
    `7${'abcdefghijkmnpqrstuvwxyz'[index % 24]}`.padEnd(
      43,
      index < 24 ? '1' : index < 48 ? '2' : '3',
    ),
  )
  const { opened } = await withAssets({
    1: ids.map((id) => asset(id)),
    2: [asset(mintOf('Sea Glass'))],
  })
  const first = await pageOf(alice, opened)
  expect(first.data.length).toBe(50)
  const second = await pageOf(alice, opened, first.next)
  expect(second.data.map(({ contract }) => contract)).toEqual([mintOf('Sea Glass')])
  expect(second.next).toBe(null)
})
