import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { imagePaths } from '../imagePaths.ts'
import { getAnalyticsConfig } from './getAnalyticsConfig.ts'
import { getAssetImage } from './getAssetImage.ts'
import { getBalance, tokenBalance } from './getBalance.ts'
import { getConfig } from './getConfig.ts'
import { getConvertAllowance } from './getConvertAllowance.ts'
import { getConvertApprove } from './getConvertApprove.ts'
import { getConvertGasPrice } from './getConvertGasPrice.ts'
import { getConvertQuotes, swapQuote } from './getConvertQuotes.ts'
import { getConvertStatus } from './getConvertStatus.ts'
import { getConvertTokens } from './getConvertTokens.ts'
import { getCurrencyImage } from './getCurrencyImage.ts'
import { getHistory, historyTransaction } from './getHistory.ts'
import { getIdentity } from './getIdentity.ts'
import { getIdentityImage } from './getIdentityImage.ts'
import { getNfts, nft } from './getNfts.ts'
import { getOrigins } from './getOrigins.ts'
import { getProject } from './getProject.ts'
import { getSupportedChains } from './getSupportedChains.ts'
import { getTokenImage } from './getTokenImage.ts'
import { getWalletImage } from './getWalletImage.ts'
import { getWallets, wallet } from './getWallets.ts'
import { postConvertOrder } from './postConvertOrder.ts'
import { builtSwap, postConvertTransaction } from './postConvertTransaction.ts'
import { postEvent } from './postEvent.ts'
import { postFungiblePrice } from './postFungiblePrice.ts'
import { postRpc, rpcBatchLimit } from './postRpc.ts'

const fits = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

test('uses the methods and paths that existing clients send', () => {
  const calls = [
    getWallets,
    getWalletImage,
    getAssetImage,
    getCurrencyImage,
    getTokenImage,
    getOrigins,
    getAnalyticsConfig,
    postEvent,
    getSupportedChains,
    postRpc,
    getBalance,
    getHistory,
    getNfts,
    getIdentity,
    getIdentityImage,
    getConfig,
    getConvertStatus,
    getConvertTokens,
    getConvertQuotes,
    getConvertAllowance,
    getConvertGasPrice,
    getConvertApprove,
    postConvertTransaction,
    postConvertOrder,
    postFungiblePrice,
  ]
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /getWallets',
    'GET /getWalletImage/{id}',
    'GET /public/getAssetImage/{id}',
    'GET /public/getCurrencyImage/{id}',
    'GET /public/getTokenImage/{id}',
    'GET /projects/v1/origins',
    'GET /getAnalyticsConfig',
    'POST /e',
    'GET /v1/supported-chains',
    'POST /v1/',
    'GET /v1/account/{address}/balance',
    'GET /v1/account/{address}/history',
    'GET /v1/account/{address}/nfts',
    'GET /v1/identity/{address}',
    'GET /v1/identity/{address}/avatar',
    'GET /appkit/v1/config',
    'GET /v1/convert/status',
    'GET /v1/convert/tokens',
    'GET /v1/convert/quotes',
    'GET /v1/convert/allowance',
    'GET /v1/convert/gas-price',
    'GET /v1/convert/build-approve',
    'POST /v1/convert/build-transaction',
    'POST /v1/convert/submit-order',
    'POST /v1/fungible/price',
  ])
  for (const { summary } of calls) expect(summary).toMatch(/^[A-Z].*\.$/)
})

const letters = (count: number) => 'a'.repeat(count)

test.each<[string, v.GenericSchema, unknown, readonly string[]]>([
  ['getWallets', getWallets.query, { page: 10_000, entries: 100, search: letters(100) }, []],
  ['getHistory', getHistory.query, { chainId: '', cursor: letters(512) }, ['chainId']],
  ['getNfts', getNfts.query, { chainId: '', cursor: letters(512) }, ['chainId']],
  ['getProject', getProject.query, { origin: letters(512) }, []],
  [
    'postEvent',
    postEvent.body as v.GenericSchema,
    {
      ...{ eventId: letters(64), url: letters(2048), domain: letters(255), timestamp: 0 },
      props: {
        ...{ type: letters(32), event: letters(64), errorType: letters(64) },
        ...{ errorMessage: letters(512), stackTrace: letters(2048) },
        properties: { [letters(64)]: letters(256), list: Array(50).fill(letters(256)) },
      },
    },
    ['timestamp'],
  ],
  [
    'postRpc',
    postRpc.body as v.GenericSchema,
    Array(50).fill({ jsonrpc: '2.0', id: '', method: letters(128), params: [] }),
    ['[0].id', '[0].params'],
  ],
])('%s accepts its largest size and rejects any larger bounded part', (_, schema, ...rest) => {
  const [largest, unbounded] = rest
  expect(listUnbounded(schema, largest)).toEqual(unbounded)
})

test('accepts the smallest page, batch and list, and no longer name of a property', () => {
  expect(fits(getWallets.query, { page: 1, entries: 1 })).toBe(true)
  expect(fits(getWallets.query, { entries: 0 })).toBe(false)
  const call = { jsonrpc: '2.0', id: 1, method: 'm' }
  expect(fits(postRpc.body as v.GenericSchema, [call])).toBe(true)
  const propsOf = (properties: unknown) => ({
    ...{ eventId: '', url: '', domain: '', timestamp: 0 },
    props: { type: '', event: '', properties },
  })
  const accepts = (properties: unknown) =>
    fits(postEvent.body as v.GenericSchema, propsOf(properties))
  expect([{}, { a: [] }, { [letters(65)]: 1 }, { a: {} }].map(accepts)).toEqual([
    ...[true, true, false, false],
  ])
})

test('image calls have no JSON body', () => {
  for (const call of [getWalletImage, getAssetImage, getCurrencyImage, getTokenImage])
    expect(call.response).toBe('image')
  expect(getWalletImage.path).toBe(imagePaths.wallet)
})

test('getWallets returns 40 wallets per page by default, 100 at most', () => {
  expect(v.parse(getWallets.query, {})).toEqual({ page: 1, entries: 40 })
  expect(
    v.parse(getWallets.query, { page: '2', entries: '100', search: ' rain ', include: 'a,b' }),
  ).toEqual({ page: 2, entries: 100, search: 'rain', include: ['a', 'b'] })
  expect(fits(getWallets.query, { entries: 101 })).toBe(false)
  expect(fits(getWallets.query, { page: 0 })).toBe(false)
  expect(fits(getWallets.query, { search: 'x'.repeat(101) })).toBe(false)
  expect(fits(getWallets.query, { platform: 'toaster' })).toBe(false)
})

test('[3.8] a wallet of the directory has the fields of the specification', () => {
  const full = {
    id: 'w',
    name: 'W',
    rdns: 'org.w',
    image_id: 'i',
    chains: ['eip155:1'],
    mobile_link: 'w://',
    desktop_link: null,
    webapp_link: 'https://w.example',
  }
  expect(v.parse(wallet, full)).toEqual(full)
  expect(v.parse(wallet, { id: 'w', name: 'W' })).toEqual({ id: 'w', name: 'W', chains: [] })
  expect(v.parse(wallet, { ...full, installed: true })).not.toHaveProperty('installed')
  expect(fits(wallet, { id: 'w' })).toBe(false)
  expect(fits(getWallets.response, { data: [full], count: 1 })).toBe(true)
  expect(fits(getWallets.response, { data: {}, count: 1 })).toBe(false)
})

test('[3.11] a token balance has the fields of the specification', () => {
  const full = {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId: 'eip155:1',
    address: 'eip155:1:0xa0b8',
    value: 3,
    price: 1,
    quantity: { decimals: '6', numeric: '3.0' },
    iconUrl: 'https://i.example/usdc',
  }
  expect(v.parse(tokenBalance, full)).toEqual(full)
  expect(fits(tokenBalance, { ...full, quantity: { decimals: '6' } })).toBe(false)
  expect(fits(getBalance.response, { balances: [full] })).toBe(true)
  expect(fits(getBalance.response, [])).toBe(false)
})

test('getBalance uses US dollars by default', () => {
  expect(v.parse(getBalance.query, {})).toEqual({ currency: 'usd' })
  expect(v.parse(getBalance.query, { currency: 'EUR' })).toEqual({ currency: 'eur' })
  expect(fits(getBalance.query, { currency: 'euros' })).toBe(false)
})

test('getIdentity allows a missing name and avatar', () => {
  expect(fits(getIdentity.response, { name: null, avatar: null })).toBe(true)
  expect(fits(getIdentity.response, { name: 'a.eth' })).toBe(false)
  expect(v.parse(getIdentity.query, {})).toEqual({ chainId: 'eip155:1' })
})

test('postEvent accepts the fields of the specification and at most 4 KiB of text', () => {
  const event = {
    eventId: 'e',
    url: 'https://site.example/',
    domain: 'site.example',
    timestamp: 1,
    props: {
      type: 'error',
      event: 'CONNECT',
      errorType: 'T',
      errorMessage: 'm',
      stackTrace: 'at x',
    },
  }
  expect(v.parse(postEvent.body as v.GenericSchema, event)).toEqual(event)
  const long = { ...event, props: { ...event.props, stackTrace: 'x'.repeat(2049) } }
  expect(fits(postEvent.body as v.GenericSchema, long)).toBe(false)
})

test('postRpc takes one call or a batch of at most 50', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
  const body = postRpc.body as v.GenericSchema
  expect(rpcBatchLimit).toBe(50)
  expect(fits(body, call)).toBe(true)
  expect(fits(body, Array(50).fill(call))).toBe(true)
  expect(fits(body, Array(51).fill(call))).toBe(false)
  expect(fits(body, [])).toBe(false)
})

test('small answers match their schemas', () => {
  expect(fits(getOrigins.response, { allowedOrigins: ['https://a.example'] })).toBe(true)
  expect(fits(getOrigins.response, { allowedOrigins: 'https://a.example' })).toBe(false)
  expect(fits(getAnalyticsConfig.response, { isAnalyticsEnabled: true })).toBe(true)
  expect(fits(getAnalyticsConfig.response, { isAnalyticsEnabled: 'yes' })).toBe(false)
  expect(fits(getSupportedChains.response, { http: ['eip155:1'], ws: [] })).toBe(true)
  expect(fits(getSupportedChains.response, {})).toBe(false)
})

test('[7.31] a transaction has what the account did, what moved and what was approved', () => {
  const full = {
    id: 'eip155:1:tx/0x1',
    metadata: {
      operationType: 'trade',
      hash: '0x1',
      minedAt: '2026-01-02T03:04:05.000Z',
      sentFrom: '0xa',
      sentTo: '0xb',
      status: 'confirmed',
      nonce: 7,
      chain: 'eip155:1',
      application: { name: 'A', iconUrl: 'https://a.example/icon' },
    },
    transfers: [
      {
        fungible_info: { name: 'A', symbol: 'A', icon: { url: 'https://a.example/a' } },
        address: 'eip155:1:0xa',
        direction: 'out',
        quantity: { numeric: '1.5' },
        value: 3,
        price: 2,
      },
      {
        nft_info: {
          name: 'B #1',
          content: { preview: { url: 'https://a.example/b' } },
          flags: { is_spam: false },
        },
        direction: 'in',
        quantity: { numeric: '1' },
      },
    ],
    approvals: [{ spender: '0xc', quantity: { all: true } }],
  }
  expect(v.parse(historyTransaction, full)).toEqual(full)
  const { metadata } = full
  expect(fits(historyTransaction, { ...full, metadata: { ...metadata, status: 'pending' } })).toBe(
    false,
  )
  expect(fits(historyTransaction, { ...full, metadata: { ...metadata, operationType: 'x' } })).toBe(
    false,
  )
  expect(v.parse(getHistory.query, { chainId: 'eip155:1', cursor: 'c' })).toEqual({
    ...{ chainId: 'eip155:1', cursor: 'c' },
  })
  expect(fits(getHistory.query, { cursor: 'c'.repeat(513) })).toBe(false)
  const page = { data: [full], next: null, coverage: { from: 'x', internalTransfers: true } }
  expect(v.parse(getHistory.response, page)).toEqual(page)
  const { coverage: _, ...bare } = page
  expect(fits(getHistory.response, bare)).toBe(false)
})

test('[7.35] an NFT says whose it is, how many there are and what is not known of it', () => {
  const full = {
    ...{ chainId: 'eip155:1', contract: '0xa', tokenId: '1', name: null, collection: null },
    ...{ imageUrl: null, standard: 'ERC1155', isSpam: false, quantity: '2' },
    isPending: true,
  }
  expect(v.parse(nft, full)).toEqual(full)
  // Servers that do not tell it know everything.
  const { isPending: _, ...older } = full
  expect(v.parse(nft, older)).toEqual({ ...full, isPending: false })
  expect(fits(nft, { ...full, standard: 'ERC20' })).toBe(false)
  const page = { data: [full], next: 'c', coverage: { from: 'x', internalTransfers: false } }
  expect(v.parse(getNfts.response, page)).toEqual(page)
})

const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ether = 'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

test('[7.35] an amount is whole digits of smallest units that a token can hold', () => {
  const accepts = (amount: unknown) =>
    fits(getConvertQuotes.query, { amount, from: usdc, to: ether })
  const largest = 2n ** 256n - 1n
  expect(['1', '1500000', String(largest)].map(accepts)).toEqual([true, true, true])
  const wrong = ['0', '', '01', '-1', '1.5', '1e18', '0x1', ' 1', '١', String(largest + 1n), 1]
  expect(wrong.filter(accepts)).toEqual([])
})

test('[9.22] slippage is 1 % unless another one is given, with two decimal places at most', () => {
  const swap = { amount: '1', from: usdc, to: ether }
  const ofQuote = (slippage: unknown) =>
    v.safeParse(getConvertQuotes.query, { ...swap, slippage }).output
  expect(v.parse(getConvertQuotes.query, swap).slippage).toBe(1)
  expect(ofQuote('0.05')).toMatchObject({ slippage: 0.05 })
  for (const wrong of ['0.005', '51', '-1', 'NaN', '1e1'])
    expect(fits(getConvertQuotes.query, { ...swap, slippage: wrong })).toBe(false)
  const body = postConvertTransaction.body as v.GenericSchema
  const build = { ...swap, userAddress: ether }
  expect(v.parse(body, build)).toMatchObject({ eip155: { slippage: 1 } })
  expect(fits(body, { ...build, eip155: { slippage: 0.29 } })).toBe(true)
  for (const wrong of [0.005, 50.01, -1, Number.NaN, '1'])
    expect(fits(body, { ...build, eip155: { slippage: wrong } })).toBe(false)
})

test('tokens and accounts of swaps are CAIP-10 ids', () => {
  const quote = (from: string) => fits(getConvertQuotes.query, { amount: '1', from, to: ether })
  expect(quote('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So1')).toBe(true)
  for (const wrong of ['0xA0b8', 'eip155:1', 'cosmos:1:abc', `eip155:1:${letters(129)}`])
    expect(quote(wrong)).toBe(false)
  const prices = postFungiblePrice.body as v.GenericSchema
  expect(v.parse(prices, { addresses: [usdc] })).toEqual({ currency: 'usd', addresses: [usdc] })
  for (const addresses of [[], ['0x1'], Array(101).fill(usdc)])
    expect(fits(prices, { addresses })).toBe(false)
})

test('[7.36] a quote and a built swap tell amounts as digits, and what vouches for them', () => {
  const source = { id: 'uniswap-v2', name: 'Uniswap V2' }
  const quote = {
    ...{ id: 'q', source, kind: 'call', fromAccount: usdc, fromAmount: '5', toAccount: ether },
    ...{ toAmount: '7', minToAmount: '6', priceImpact: null, expiresAt: 'x' },
    route: [{ name: 'Uniswap V2', tokens: [usdc, ether] }],
  }
  expect(v.parse(swapQuote, quote)).toEqual(quote)
  expect(fits(swapQuote, { ...quote, toAmount: 7 })).toBe(false)
  const tx = { from: usdc, to: usdc, data: '0x', value: '0', eip155: { gasPrice: '1' } }
  const rest = { source, minToAmount: '6', toAmount: '7', checkedBy: 'simulation' }
  expect(fits(builtSwap, { kind: 'call', tx, ...rest })).toBe(true)
  expect(fits(builtSwap, { kind: 'call', tx, ...rest, checkedBy: 'hope' })).toBe(false)
  expect(fits(builtSwap, { kind: 'serialized', transaction: 'AA==', ...rest })).toBe(true)
  expect(fits(builtSwap, { kind: 'order', typedData: '{}', expiresAt: 'x', ...rest })).toBe(true)
  expect(fits(builtSwap, { kind: 'order', tx, ...rest })).toBe(false)
})
