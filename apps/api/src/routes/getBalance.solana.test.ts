import { type SolanaChain, solanaAccounts, solanaTokens, startSolana } from '@foyer/devnet'
import { getBalance } from '@foyer/protocol/api'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chainConfig.ts'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'

let solana: SolanaChain
let database: Database
beforeAll(async () => {
  solana = await startSolana({ port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterAll(async () => {
  await solana.stop()
  await database.close()
})
const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

const tokenOf = (symbol: string) => solanaTokens.find((token) => token.symbol === symbol)!
const chain = (url = solana.url): ChainConfig => ({
  caipId: solana.chainId,
  name: 'Foyer Solana',
  rpcUrls: [url],
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: ['USDC', 'PLAIN'].map((symbol) => {
    const { address, decimals, name } = tokenOf(symbol)
    return { address, decimals, name, symbol }
  }),
  dollars: [tokenOf('USDC').address],
})
const [alice] = solanaAccounts
const nobody = '26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6'.replace('26ro', '36ro')

const ask = (api: TestApi, address: string, query = `chainId=${solana.chainId}`) =>
  api.request(`/v1/account/${address}/balance?projectId=${shop.id}&${query}`)
async function get(api: TestApi, address: string, query?: string) {
  const response = await ask(api, address, query)
  expect(response.status).toBe(200)
  return v.parse(getBalance.response, await response.json()).balances
}

test('[7.30, 9.21] returns SOL and the tokens of both token programs, named and priced where known', async () => {
  const api = await createTestApi({ chains: [chain()], database })
  const balances = await get(api, alice!.address)
  expect(balances[0]).toMatchObject({
    symbol: 'SOL',
    chainId: solana.chainId,
    quantity: { decimals: '9', numeric: expect.stringMatching(/^\d+(\.\d+)?$/) },
  })
  expect(balances[0]?.address).toBeUndefined()
  const held = Object.fromEntries(balances.map((one) => [one.symbol, one]))
  expect(held.USDC).toMatchObject({
    name: 'Devnet USDC',
    address: `${solana.chainId}:${tokenOf('USDC').address}`,
    quantity: { decimals: '6', numeric: '10000' },
    price: 1,
    value: 10_000,
  })
  expect(held.PLAIN).toMatchObject({ quantity: { decimals: '9', numeric: '100' } })
  // Not listed here: the name comes from its own mint.
  expect(held.META).toMatchObject({
    name: 'Devnet Metadata',
    quantity: { decimals: '6', numeric: '420' },
  })
  expect(held.META?.price).toBeUndefined()
  // Not listed, and its mint has no metadata.
  const bonk = tokenOf('BONK').address
  expect(held[`${bonk.slice(0, 4)}…${bonk.slice(-4)}`]).toMatchObject({
    address: `${solana.chainId}:${bonk}`,
  })
})

test('[7.30] omits tokens without decimals, and zero balances', async () => {
  const api = await createTestApi({ chains: [chain()], database })
  expect((await get(api, alice!.address)).map(({ symbol }) => symbol)).not.toContain('BADGE')
  expect(await get(api, nobody)).toMatchObject([{ symbol: 'SOL', quantity: { numeric: '0' } }])
})

test('reads only chains of the address’s namespace', async () => {
  const evm = await startUpstream((_, response) => void response.end('{}'))
  open.push(evm)
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const api = await createTestApi({
    database,
    chains: [chain(), { caipId: 'eip155:7', name: 'E', rpcUrls: [evm.url], nativeCurrency: ether }],
  })
  const balances = await get(api, alice!.address, '')
  expect(new Set(balances.map(({ chainId }) => chainId))).toEqual(new Set([solana.chainId]))
  expect(evm.asked).toEqual([])
})

test.each([
  ['no address', 'not-an-address', undefined],
  ['an EVM address', `0x${'ab'.repeat(20)}`, undefined],
  ['too short', '3'.repeat(31), undefined],
])('error: %s', async (_, address, query) => {
  const api = await createTestApi({ chains: [chain()], database })
  const response = await ask(api, address, query)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: 'address-invalid', field: 'address' } },
  ])
})

test('error: reports a malformed answer of a node as an outage, not as an empty list', async () => {
  const upstream = await startUpstream(async (request, response) => {
    const text = await forward(solana.url, request)
    response.end(text.replaceAll('"tokenAmount"', '"tokenSum"'))
  })
  open.push(upstream)
  const api = await createTestApi({ chains: [chain(upstream.url)], database })
  expect((await ask(api, alice!.address)).status).toBe(502)
})

test('removes control characters from a token’s name, so that it can not reorder the text around it', async () => {
  const upstream = await startUpstream(async (request, response) => {
    const text = await forward(solana.url, request)
    response.end(text.replace('"Devnet Metadata"', '"\\u202eevil\\u0000\\n name\\u200b"'))
  })
  open.push(upstream)
  const api = await createTestApi({ chains: [chain(upstream.url)], database })
  const named = (await get(api, alice!.address)).find(({ symbol }) => symbol === 'META')
  expect(named?.name).toBe('evil name')
})

test('lists unknown tokens last; spam never hides the names of other tokens', async () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const sent = (decimals: number) =>
    [...alphabet].flatMap((one) =>
      [...'abcde'].map((other) => ({
        mint: `${'3'.repeat(41)}${one}${other}${decimals + 1}`,
        tokenAmount: { amount: '1', decimals },
      })),
    )
  const unasked = [...sent(0), ...sent(6)].map((info) => ({
    account: { data: { parsed: { info } } },
  }))
  const upstream = await startUpstream(async (request, response) => {
    const text = await forward(solana.url, request)
    const answers = [JSON.parse(text)].flat()
    // Fires before the account's own Token-2022 accounts are read, which comes last.
    if (request.body.includes('getTokenAccountsByOwner'))
      answers.at(-1).result.value.unshift(...unasked)
    response.end(JSON.stringify(text.startsWith('[') ? answers : answers[0]))
  })
  open.push(upstream)
  const api = await createTestApi({ chains: [chain(upstream.url)], database })
  const symbols = (await get(api, alice!.address)).map(({ symbol }) => symbol)
  expect(symbols.slice(0, 5)).toEqual(['SOL', 'USDC', 'PLAIN', 'META', 'FEE'])
  expect(symbols.slice(5)).toHaveLength(sent(6).length + 1)
  expect(symbols.slice(5).every((symbol) => symbol.includes('…'))).toBe(true)
})
