import { createLog, resolveLimits } from '@foyer/server'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { limits as limitTable } from '../limits.ts'
import { collection, described } from './collection.test.kit.ts'
import { hostileServer, localInternet } from './hostileServer.test.kit.ts'
import { createNftMedia } from './nftMedia.ts'
import { createNftMetadata, keyOfNft, type NftId } from './nftMetadata.ts'
import type { NftSources } from './nftSource.ts'
import { nftMetadata as table } from './nftTables.ts'

const log = createLog({ app: 'api', level: 'silent' })
const limits = resolveLimits(limitTable, { nftImageBytes: 100_000 })
let database: Database
beforeAll(async () => {
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterAll(() => database.close())

let contracts = 0
/** One contract of its own, with the tokens that a test gives it. */
function open(
  uris: readonly (string | undefined)[],
  more: { now?: () => number; sources?: Partial<NftSources> } = {},
) {
  const { calls, rpc } = collection((tokenId) => uris[Number(tokenId)])
  const contract = `0x${String(++contracts).padStart(40, '0')}`
  const sources = {
    ...{ rule: localInternet(), ipfsGateway: undefined, arweaveGateway: undefined },
    ...more.sources,
  }
  const { now } = more
  const metadata = createNftMetadata({ limits, log, now, queries: database.queries, rpc, sources })
  const ids = uris.map(
    (_, tokenId): NftId => ({
      chainId: 'eip155:1',
      contract,
      tokenId: String(tokenId),
      standard: 'erc721',
    }),
  )
  return {
    calls,
    ids,
    media: createNftMedia({ limits, log, metadata, now, sources }),
    metadata,
    /** Reads all, and returns them in their order. */
    async facts() {
      await metadata.get(ids)
      await metadata.settle()
      const found = await metadata.get(ids)
      return ids.map((id) => found.get(keyOfNft(id)))
    },
  }
}
const read = async (...uris: (string | undefined)[]) => (await open(uris).facts())[0]

test('reads descriptions in the background, once for many callers, and stores them', async () => {
  const { calls, ids, metadata } = open([described({ name: 'One' }), described({ name: 'Two' })])
  const first = await Promise.all([metadata.get(ids), metadata.get(ids)])
  expect(first.map(({ size }) => size)).toEqual([0, 0])
  await metadata.settle()
  const found = await metadata.get(ids)
  expect(ids.map((id) => found.get(keyOfNft(id))?.name)).toEqual(['One', 'Two'])
  expect(calls()).toBe(2)
})

test('waits a moment for descriptions that are read for the first time', async () => {
  const { ids, metadata } = open([described({ name: 'One' })])
  expect((await metadata.get(ids, 10_000)).get(keyOfNft(ids[0]!))?.name).toBe('One')
})

test.each([
  ['base64', described({ name: 'A' }), 'A'],
  ['UTF-8', 'data:application/json;utf8,{"name":"A ü"}', 'A ü'],
  ['per cent', `data:application/json,${encodeURIComponent('{"name":"100 %"}')}`, '100 %'],
  ['a bare per cent sign', 'data:application/json,{"name":"100 %"}', '100 %'],
])('reads a description in the URI: %s', async (_, uri, name) => {
  expect(await read(uri)).toMatchObject({ state: 'read', name })
})

test('reads through the gateways of the operator, with {id} of ERC-1155', async () => {
  const server = await hostileServer(({ url = '' }, response) =>
    response.end(JSON.stringify({ name: url, image: 'ipfs://folder/picture #1.png' })),
  )
  const gateway = `http://127.0.0.2:${server.port}`
  const cid = `b${'a'.repeat(58)}`
  const { ids, metadata } = open(
    ['ipfs://folder/{id}.json', 'ar://transaction/7', `https://ipfs.example/ipfs/${cid}/1`, cid],
    { sources: { ipfsGateway: gateway, arweaveGateway: gateway } },
  )
  const multi = ids.map((id) => ({ ...id, standard: 'erc1155' as const }))
  await metadata.get(multi)
  await metadata.settle()
  const found = await metadata.get(multi)
  expect(multi.map((id) => found.get(keyOfNft(id))?.name)).toEqual([
    `/ipfs/folder/${'0'.repeat(64)}.json`,
    '/transaction/7',
    `/ipfs/${cid}/1`,
    `/ipfs/${cid}`,
  ])
})

test.each([
  ['no call answers', undefined, 'no-metadata'],
  ['the URI is empty', '', 'no-metadata'],
  ['the text is no JSON', 'data:application/json,hello', 'no-metadata'],
  ['the JSON is no object', described([{ name: 'A' }]), 'no-metadata'],
  ['nothing is said', described({ description: 'A' }), 'no-metadata'],
  ['names are no texts', described({ name: { toString: 'A' }, image: 7 }), 'no-metadata'],
  ['the address is private', 'http://127.0.0.1/1.json', 'address-private'],
  ['the scheme is another', 'ftp://art.example/1.json', 'url-refused'],
  ['the URL is long', `https://art.example/${'x'.repeat(2_048)}`, 'uri-refused'],
])('NFTs whose description is none are `missing`: %s', async (_, uri, problem) => {
  expect(await read(uri)).toMatchObject({ state: 'missing', problem, name: null, image: null })
})

test('without a gateway, and while a server fails, the state is `failed`, and a later read may succeed', async () => {
  expect(await read('ipfs://folder/1.json')).toMatchObject({
    ...{ state: 'failed', problem: 'gateway-missing', failures: 1 },
  })
  let isUp = false
  const server = await hostileServer((_, response) =>
    response.writeHead(isUp ? 200 : 503).end('{"name":"Back"}'),
  )
  let time = 1_000
  const { facts } = open([`http://art.example:${server.port}/`], { now: () => time })
  expect(await facts()).toMatchObject([{ state: 'failed', problem: 'status-refused', failures: 1 }])
  isUp = true
  expect(await facts()).toMatchObject([{ state: 'failed' }])
  time += 200_000
  expect(await facts()).toMatchObject([{ state: 'read', name: 'Back', failures: 0 }])
  isUp = false
  time += 8 * 86_400_000
  // A description that was read once stays.
  expect(await facts()).toMatchObject([{ state: 'read', name: 'Back', failures: 1 }])
})

test.each([
  ['text that turns', 'Rare \u202egnp.exe', 'Rare gnp.exe', true],
  ['invisible text', 'B\u200bayc', 'Bayc', true],
  ['Cyrillic letters', 'Uni\u0455wap', 'Uni\u0455wap', true],
  ['letters in disguise', '𝐂𝐥𝐚𝐢𝐦 now', '𝐂𝐥𝐚𝐢𝐦 now', true],
  ['a site', 'Visit harbour-gift.xyz', 'Visit harbour-gift.xyz', true],
  ['a name of ENS', 'alice.eth', 'alice.eth', false],
  ['another alphabet', 'Привет 世界 नमस्ते', 'Привет 世界 नमस्ते', false],
  ['an emoji', 'Family 👩‍👩‍👧 No. 1', 'Family 👩👩👧 No. 1', false],
  ['a long text', 'x'.repeat(5_000), 'x'.repeat(120), false],
])('cleans a name with %s', async (_, written, name, isDeceptive) => {
  expect(await read(described({ name: written }))).toMatchObject({ name, isDeceptive })
})

test('deep and large JSON is refused or read in flat memory', async () => {
  const deep = `{"name":"Deep","properties":${'['.repeat(90_000)}${']'.repeat(90_000)}}`
  expect(await read(`data:application/json,${deep}`)).toMatchObject({ state: 'read', name: 'Deep' })
  expect(await read(`data:application/json,${'['.repeat(900_000)}`)).toMatchObject({
    ...{ state: 'missing', problem: 'no-metadata' },
  })
  expect(await read(described({ name: 'A', image: `data:${'x'.repeat(900_000)}` }))).toMatchObject({
    ...{ state: 'missing', problem: 'too-large' },
  })
  expect(await read(described({ __proto__: null, constructor: 'x', name: 'P' }))).toMatchObject({
    name: 'P',
  })
})

test('forgets descriptions that nobody asked for in 90 days', async () => {
  let time = 1_000
  const { facts, metadata } = open([described({ name: 'Old' })], { now: () => time })
  await facts()
  const count = () => database.queries.$count(table)
  const before = await count()
  time += 91 * 86_400_000
  await metadata.forgetOld()
  expect(await count()).toBeLessThan(before)
})

test('serves an image from the URI itself, cleaned, and none of an NFT that was not read', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const { facts, ids, media } = open([
    described({ image: `data:image/svg+xml;base64,${btoa(drawing)}` }),
    described({ image_data: drawing }),
    described({ image: 'data:text/html,<p>' }),
    described({ name: 'None' }),
  ])
  expect(await media.get(ids[0]!)).toBeUndefined()
  const [first] = await facts()
  expect(first).toMatchObject({
    image: 'data:',
    imageVersion: expect.stringMatching(/^[\w-]{10}$/),
  })
  const clean = { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' }
  const images = await Promise.all(ids.map((id) => media.get(id)))
  expect(images).toEqual([clean, clean, undefined, undefined])
})

test('an image without an end, a page and a private address give none; memory stays flat', async () => {
  const server = await hostileServer(({ url }, response) => {
    if (url === '/page.png') return response.end('<!doctype html><script>alert(1)</script>')
    if (url === '/private.png')
      return response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    const more = () => {
      if (!response.destroyed)
        response.write(Buffer.alloc(65_536, '\u0089PNG\r\n\u001a\n', 'latin1'), () =>
          setImmediate(more),
        )
    }
    return more()
  })
  const at = (path: string) => described({ image: `http://art.example:${server.port}/${path}` })
  const endless = Array.from({ length: 60 }, (_, index) => at(`${index}.png`))
  const { facts, ids, media } = open([at('page.png'), at('private.png'), ...endless])
  await facts()
  const before = process.memoryUsage().arrayBuffers
  const images = await Promise.all(ids.map((id) => media.get(id)))
  expect(images.every((image) => image === undefined)).toBe(true)
  // Not 60 images of 100 kB, with what the sockets had read ahead.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
  const asked = server.asked.length
  // A failure is remembered for a minute.
  await media.get(ids[0]!)
  expect(server.asked.length).toBe(asked)
})

test('a server that does not answer takes a quarter of the places, by whatever name; others are read meanwhile', async () => {
  const held: (() => void)[] = []
  const { port } = await hostileServer(({ headers }, response) => {
    const end = () => response.end('{"name":"Read","image":"data:image/png;base64,iVBORw0KGgo="}')
    if (headers.host?.includes('evil')) held.push(end)
    else end()
  })
  const evil = Array.from({ length: 20 }, (_, n) => `http://n${n}.evil.example:${port}/`)
  const { ids, metadata } = open([`http://art.example:${port}/`, ...evil])
  // The newest is next, so that all of these are before the other one.
  await metadata.get(ids)
  await expect.poll(async () => (await metadata.find(ids[0]!))?.name).toBe('Read')
  expect(held).toHaveLength(2)
  for (let count = 0; count < evil.length; count++) {
    await expect.poll(() => held.length).toBeGreaterThan(count)
    held[count]!()
  }
  await metadata.settle()
  const found = await metadata.get(ids)
  expect(ids.map((id) => found.get(keyOfNft(id))?.name)).toEqual(ids.map(() => 'Read'))
})

test('a long URI does not wait for the place of its server', async () => {
  const held: (() => void)[] = []
  const { port } = await hostileServer((_, response) => void held.push(() => response.end('{}')))
  const at = (path: string) => `http://art.example:${port}/${path}`
  const { ids, metadata } = open([at('x'.repeat(100_000)), at('1'), at('2')])
  await metadata.get(ids.slice(1))
  await expect.poll(() => held.length).toBe(2)
  await metadata.get(ids)
  await expect.poll(async () => (await metadata.find(ids[0]!))?.state).toBe('missing')
  for (const end of held) end()
  await metadata.settle()
})

test('images of a server that does not answer leave places to other images', async () => {
  const held: (() => void)[] = []
  const { port } = await hostileServer(({ headers }, response) => {
    const end = () => response.end(Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64'))
    if (headers.host?.includes('evil')) held.push(end)
    else end()
  })
  const hosts = ['art', ...Array.from({ length: 20 }, (_, n) => `n${n}.evil`)]
  const { facts, ids, media } = open(
    hosts.map((host) => described({ image: `http://${host}.example:${port}/` })),
  )
  await facts()
  const all = ids.map((id) => media.get(id))
  await expect.poll(() => held.length).toBe(2)
  expect((await all[0])?.type).toBe('image/png')
  expect(held).toHaveLength(2)
  for (let count = 0; count < 20; count++) {
    await expect.poll(() => held.length).toBeGreaterThan(count)
    held[count]!()
  }
  expect((await Promise.all(all)).every((image) => image?.type === 'image/png')).toBe(true)
})
