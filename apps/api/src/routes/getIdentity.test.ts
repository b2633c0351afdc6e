import {
  devnetAccounts,
  devnetAddresses,
  devnetNames,
  type EvmChain,
  ensRegistryAbi,
  ensResolverAbi,
  ensReverseRegistrarAbi,
  startEvm,
} from '@foyer/devnet'
import { getIdentity } from '@foyer/protocol/api'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { type Abi, type Address, encodeFunctionData, keccak256, toHex } from 'viem'
import { namehash } from 'viem/ens'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chainConfig.ts'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'

let anvil: EvmChain
let database: Database
let api: TestApi
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
  api = await createTestApi({ chains: [chain({ ens: {} }), second()], database })
})
afterAll(async () => {
  await anvil.stop()
  await database.close()
})
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

const chain = (changes: Partial<ChainConfig> = {}): ChainConfig => ({
  caipId: 'eip155:31337',
  name: 'Foyer Devnet',
  rpcUrls: [anvil.url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...changes,
})
/** A chain without a registry: it is never asked, and nothing listens there. */
const second = () => chain({ caipId: 'eip155:10', rpcUrls: ['http://127.0.0.1:9'] })

async function get(of: TestApi, address: string, chainId = 'eip155:31337') {
  const response = await of.request(
    `/v1/identity/${address}?projectId=${shop.id}&chainId=${chainId}`,
  )
  expect(response.status).toBe(200)
  return v.parse(getIdentity.response, await response.json())
}
const address = (index: number) => devnetAccounts[index]!.address

const send = (from: Address, to: Address, abi: Abi, functionName: string, args: unknown[]) =>
  sendFrom(anvil.url, { from, to, data: encodeFunctionData({ abi, functionName, args }) })

test('[7.33] gives the name and the picture of an account', async () => {
  const found = await get(api, address(0))
  expect(found).toMatchObject({ name: 'alice.eth', avatar: devnetNames[0]!.avatar })
  expect(Date.parse(found.resolvedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  // In any spelling of the address.
  expect((await get(api, address(0).toLowerCase())).name).toBe('alice.eth')
})

test('[7.33] returns a name without a picture, and null for an account without a name', async () => {
  expect(await get(api, address(1))).toMatchObject({ name: 'bob.eth', avatar: null })
  expect(await get(api, address(4))).toMatchObject({ name: null, avatar: null })
})

test('returns no name that belongs to another account', async () => {
  // Account 3 claims liar.eth, which belongs to account 2.
  expect(await get(api, address(3))).toMatchObject({ name: null, avatar: null })
})

test('reads names of accounts on other chains from the chain with the registry', async () => {
  expect((await get(api, address(0), 'eip155:10')).name).toBe('alice.eth')
  expect((await get(api, address(0), 'eip155:424242')).name).toBe('alice.eth')
})

test('returns no names when no chain has a registry, nor for other namespaces', async () => {
  const without = await createTestApi({ chains: [second()], database })
  expect((await get(without, address(0), 'eip155:10')).name).toBeNull()
  const solana = await get(
    api,
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  )
  expect(solana).toEqual({ name: null, avatar: null, resolvedAt: null })
})

test('assumes Ethereum for a client that names no chain', async () => {
  const path = `/v1/identity/${address(1)}?projectId=${shop.id}`
  const unnamed = await (await api.request(path)).json()
  const named = await (await api.request(`${path}&chainId=eip155:1`)).json()
  expect(unnamed.name).toBe('bob.eth')
  expect({ ...unnamed, resolvedAt: '' }).toEqual({ ...named, resolvedAt: '' })
})

test('[9.16] caches a name for 5 minutes', async () => {
  let time = 1_000_000
  const remembering = await createTestApi({
    chains: [chain({ ens: {} })],
    database,
    now: () => time,
  })
  const avatar = async () => (await get(remembering, address(1))).avatar
  expect(await avatar()).toBeNull()
  await setAvatar('bob.eth', 1, 'https://bob.example/me.png')
  time += 299_999
  expect(await avatar()).toBeNull()
  time += 1
  expect(await avatar()).toBe('https://bob.example/me.png')
})

test.each([
  ['https://bob.example/me.png?size=1', 'https://bob.example/me.png?size=1'],
  ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  ['http://bob.example/me.png', null],
  ['https://user:password@bob.example/me.png', null],
  ['javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  // Without a gateway of the operator.
  ['ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png', null],
  // No such contract.
  ['eip155:31337/erc721:0x00000000000000000000000000000000000000aa/1', null],
  ['eip155:5/erc721:0x00000000000000000000000000000000000000aa/1', null],
])('shows the avatar %s as %s', async (record, shown) => {
  await setAvatar('bob.eth', 1, record)
  const fresh = await createTestApi({ chains: [chain({ ens: {} })], database })
  expect(await get(fresh, address(1))).toMatchObject({ name: 'bob.eth', avatar: shown })
})

test('serves a picture on IPFS itself, so that no page contacts the gateway', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64')
  let fetched = 0
  const gateway = await startUpstream((_, response) => {
    fetched++
    const found = response.req.url === `/ipfs/${cid}/1.png`
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' }).end(found ? png : '')
  })
  open.push(gateway)
  const fresh = () =>
    createTestApi({
      ...{ chains: [chain({ ens: {} })], database, ipfsGateway: gateway.url },
      // Pictures do not count as identities.
      limits: { identityCallsPerMinute: 1 },
    })
  await setAvatar('bob.eth', 1, `ipfs://${cid}/1.png`)
  const serving = await fresh()
  const { avatar } = await get(serving, address(1))
  const { pathname, search } = new URL(avatar ?? '')
  expect(avatar).not.toContain(gateway.url)
  expect(pathname).toBe(`/v1/identity/${address(1)}/avatar`)
  const image = await serving.request(pathname + search)
  expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(image.headers.get('Content-Security-Policy')).toContain('sandbox')
  expect(Buffer.from(await image.arrayBuffer())).toEqual(png)
  expect((await serving.request(pathname + search)).status).toBe(200)
  expect(fetched).toBe(1)
  const statusOf = async (of: TestApi, path: string) =>
    (await of.request(`${path}?projectId=${shop.id}&chainId=eip155:31337`)).status
  expect((await serving.request(pathname)).status).toBe(401)
  // Nothing is fetched for an account with another picture or none.
  expect(await statusOf(serving, `/v1/identity/${address(0)}/avatar`)).toBe(404)
  expect(await statusOf(serving, `/v1/identity/${address(4)}/avatar`)).toBe(404)
  expect(await statusOf(serving, '/v1/identity/0x12/avatar')).toBe(400)
  await setAvatar('bob.eth', 1, `ipfs://${cid}/2.png`)
  const changed = await fresh()
  expect((await get(changed, address(1))).avatar).not.toBe(avatar)
  expect(await statusOf(changed, pathname)).toBe(404)
})

test('returns no name that is not normalized, even to its owner', async () => {
  const names = [
    ['sub', 'sub.bob.eth'],
    // Capitals, and a Cyrillic letter that looks like a Latin one.
    ['Sub', null],
    ['s\u0443b', null],
  ] as const
  for (const [label, shown] of names) {
    const name = `${label}.bob.eth`
    const { ensRegistry, ensResolver, ensReverseRegistrar } = devnetAddresses
    await send(address(1), ensRegistry, ensRegistryAbi as Abi, 'setSubnodeRecord', [
      namehash('bob.eth'),
      keccak256(toHex(label)),
      address(4),
      ensResolver,
      0n,
    ])
    await send(address(4), ensResolver, ensResolverAbi as Abi, 'setAddr', [
      namehash(name),
      address(4),
    ])
    await send(address(4), ensReverseRegistrar, ensReverseRegistrarAbi as Abi, 'setName', [name])
    const fresh = await createTestApi({ chains: [chain({ ens: {} })], database })
    expect((await get(fresh, address(4))).name, name).toBe(shown)
  }
})

test('error: reports a chain that is down, instead of a missing name', async () => {
  const down = await startUpstream((_, response) => void response.writeHead(502).end())
  open.push(down)
  const broken = await createTestApi({
    chains: [chain({ ens: {}, rpcUrls: [down.url] })],
    database,
    rpc: { wait: async () => {} },
  })
  const response = await broken.request(
    `/v1/identity/${address(0)}?projectId=${shop.id}&chainId=eip155:31337`,
  )
  expect(response.status).toBe(502)
})

test.each([
  ['0x12', 'eip155:1', 'address'],
  ['alice.eth', 'eip155:1', 'address'],
  ['0x00000000000000000000000000000000000abcde', 'ethereum', 'chainId'],
])('error: %s on %s', async (account, chainId, field) => {
  const response = await api.request(
    `/v1/identity/${account}?projectId=${shop.id}&chainId=${chainId}`,
  )
  expect(response.status).toBe(400)
  expect((await response.json()).error.field).toBe(field)
})

function setAvatar(name: string, owner: number, record: string): Promise<void> {
  const args = [namehash(name), 'avatar', record]
  return send(address(owner), devnetAddresses.ensResolver, ensResolverAbi as Abi, 'setText', args)
}
