import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getHistory, type HistoryTransaction } from '@foyer/protocol/api'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApi, shop } from '../../createTestApi.test.kit.ts'
import type { SourceConfig } from './sourceConfigOf.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const me = alice.toLowerCase()
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const art = '0x00000000000000000000000000000000000000aa'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const apiKey = 'secret-key-123'

type Asked = { url: URL; body: string; authorization: string | undefined }
/** A hosted service on this machine. */
async function startService(
  answer: (asked: Asked) => { status?: number; body: unknown } | undefined,
) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://service.test')
      const one = { url, body, authorization: request.headers.authorization }
      asked.push(one)
      const found = answer(one)
      if (found === undefined) response.destroy()
      else response.writeHead(found.status ?? 200).end(JSON.stringify(found.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/api` }
}

async function serve(source: SourceConfig['source'], url: string) {
  const api = await createTestApi({
    chains: [
      {
        caipId: 'eip155:1',
        name: 'Ethereum',
        rpcUrls: ['http://127.0.0.1:9'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [],
        history: { source, url, apiKey },
      },
    ],
  })
  onTestFinished(() => api.close())
  const ask = (query = '', call = 'history') =>
    api.request(`/v1/account/${alice}/${call}?projectId=${shop.id}&chainId=eip155:1&${query}`)
  return {
    api,
    ask,
    async read(cursor?: string) {
      const response = await ask(cursor === undefined ? '' : `cursor=${cursor}`)
      const answer = await response.json()
      expect([response.status, answer]).toMatchObject([200, {}])
      return v.parse(getHistory.response, answer)
    },
  }
}
const brief = ({ metadata, transfers }: HistoryTransaction) => [
  `${metadata.operationType} ${metadata.status}`,
  ...transfers.map(({ direction, fungible_info, nft_info, quantity }) =>
    [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
  ),
]

/** Rows as Etherscan documents them. */
const scanRow = (number: number, more: object = {}) => ({
  ...{
    blockNumber: String(number),
    timeStamp: String(1_700_000_000 + number),
    hash: hashOf(number),
  },
  ...{ nonce: '7', transactionIndex: '3', from: me, to: bob, value: '0', gas: '21000' },
  ...{ isError: '0', txreceipt_status: '1', input: '0x', contractAddress: '' },
  ...more,
})
const tokenRow = {
  contractAddress: token,
  tokenName: 'USD Coin\u202e',
  tokenSymbol: 'USDC',
  tokenDecimal: '6',
}
const artRow = { contractAddress: art, tokenName: 'Art', tokenSymbol: 'ART', tokenDecimal: '0' }
const scanLists: Record<string, object[]> = {
  txlist: [
    scanRow(15, { isError: '1', input: '0xdeadbeef', value: '5' }),
    scanRow(14, { to: '', contractAddress: art, input: '0x6080' }),
    scanRow(10, { value: '1500000000000000001' }),
  ],
  txlistinternal: [scanRow(13, { from: bob, to: me, value: '7', nonce: undefined })],
  tokentx: [scanRow(12, { ...tokenRow, from: bob, to: me, value: '2500000' })],
  tokennfttx: [scanRow(11, { ...artRow, from: bob, to: me, tokenID: '9' })],
  token1155tx: [scanRow(9, { ...artRow, from: me, to: bob, tokenID: '4', tokenValue: '3' })],
}

test.each(['etherscan', 'blockscout'] as const)(
  '%s: joins the five lists of an account, newest first',
  async (source) => {
    const { asked, url } = await startService(({ url: { searchParams } }) => {
      const result = scanLists[searchParams.get('action')!]!
      return { body: { status: '1', message: 'OK', result } }
    })
    const { coverage, data, next } = await (await serve(source, url)).read()
    expect(data.map(brief)).toEqual([
      ['execute failed'],
      ['deploy confirmed'],
      ['receive confirmed', 'in 0.000000000000000007 ETH'],
      ['receive confirmed', 'in 2.5 USDC'],
      ['receive confirmed', 'in 1 Art #9'],
      ['send confirmed', 'out 1.500000000000000001 ETH'],
      ['send confirmed', 'out 3 Art #4'],
    ])
    expect(data[0]?.metadata).toMatchObject({
      nonce: 7,
      hash: hashOf(15),
      minedAt: '2023-11-14T22:13:35.000Z',
    })
    expect(data[3]?.metadata.nonce).toBeUndefined()
    expect(coverage).toMatchObject({ internalTransfers: true, unseen: ['approvals'] })
    expect(next).toBeNull()
    const { searchParams } = asked[0]!.url
    expect([
      searchParams.get('chainid'),
      searchParams.get('address'),
      searchParams.get('apikey'),
    ]).toEqual([...[source === 'etherscan' ? '1' : null, me, apiKey]])
  },
)

test('etherscan: pages of whole blocks, each transaction once', async () => {
  const all = Array.from({ length: 260 }, (_, at) =>
    scanRow(1000 - Math.floor(at / 3), { hash: hashOf(5000 - at), value: '1' }),
  )
  const { url } = await startService(({ url: { searchParams } }) => {
    const end = Number(searchParams.get('endblock') ?? 'Infinity')
    const rows = searchParams.get('action') === 'txlist' ? all : []
    const found = rows.filter(({ blockNumber }) => Number(blockNumber) <= end)
    const result = found.slice(0, Number(searchParams.get('offset')))
    return {
      body:
        result.length > 0
          ? { status: '1', message: 'OK', result }
          : { status: '0', message: 'No transactions found', result },
    }
  })
  const { read } = await serve('etherscan', url)
  const hashes: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor ?? undefined)
    expect(page.data.length).toBeLessThan(55)
    hashes.push(...page.data.map(({ metadata }) => metadata.hash))
    cursor = page.next
  }
  expect(hashes).toHaveLength(260)
  expect(new Set(hashes).size).toBe(260)
})

/** A transfer as Alchemy documents it. */
const assetTransfer = (number: number, more: object) => ({
  ...{
    blockNum: `0x${number.toString(16)}`,
    uniqueId: `${hashOf(number)}:${JSON.stringify(more).length}`,
  },
  ...{ hash: hashOf(number), from: me, to: bob, value: 1.5, asset: 'ETH', category: 'external' },
  ...{ erc721TokenId: null, erc1155Metadata: null, tokenId: null },
  metadata: { blockTimestamp: '2026-01-02T03:04:05.000Z' },
  rawContract: { value: '0x14d1120d7b160001', address: null, decimal: '0x12' },
  ...more,
})
const toMyself = assetTransfer(8, { to: me })
const sent = [
  assetTransfer(10, {}),
  assetTransfer(9, {
    ...{ category: 'erc1155', asset: 'ART', erc1155Metadata: [{ tokenId: '0x04', value: '0x03' }] },
    rawContract: { value: null, address: art, decimal: null },
  }),
  toMyself,
]
const received = [
  assetTransfer(12, {
    ...{ category: 'erc20', asset: 'USDC', from: bob, to: me, value: 2.5 },
    rawContract: { value: '0x2625a0', address: token, decimal: '0x6' },
  }),
  assetTransfer(11, {
    ...{ category: 'erc721', asset: 'ART', from: bob, to: me, erc721TokenId: '0x09' },
    rawContract: { value: null, address: art, decimal: null },
  }),
  toMyself,
]

test('alchemy: joins what was sent and received, with exact amounts', async () => {
  const { asked, url } = await startService(({ body }) => ({
    body: {
      jsonrpc: '2.0',
      id: 1,
      result: { transfers: body.includes('fromAddress') ? sent : received },
    },
  }))
  const { coverage, data, next } = await (await serve('alchemy', url)).read()
  expect(data.map(brief)).toEqual([
    ['receive confirmed', 'in 2.5 USDC'],
    ['receive confirmed', 'in 1 ART #9'],
    ['send confirmed', 'out 1.500000000000000001 ETH'],
    ['send confirmed', 'out 3 ART #4'],
    ['send confirmed', 'self 1.500000000000000001 ETH'],
  ])
  expect(coverage.unseen).toEqual(['approvals', 'failed'])
  expect(next).toBeNull()
  expect(asked.map(({ authorization }) => authorization)).toEqual(Array(2).fill(`Bearer ${apiKey}`))
  expect(JSON.parse(asked[0]!.body).params[0]).toMatchObject({ order: 'desc', toBlock: 'latest' })
})

test.each([
  ['a rate limit by its status', { status: 429, body: {} }, 503],
  [
    'a rate limit in words',
    { body: { status: '0', message: 'NOTOK', result: 'Max rate limit reached' } },
    503,
  ],
  ['a wrong key', { body: { status: '0', message: 'NOTOK', result: 'Invalid API Key' } }, 502],
  ['an error status', { status: 500, body: {} }, 502],
  ['no answer', undefined, 502],
  ['an amount that is no number', { body: { result: [scanRow(1, { value: '1e18' })] } }, 502],
  ['an address that is none', { body: { result: [scanRow(1, { from: '"><script>' })] } }, 502],
  ['a row without a hash', { body: { result: [scanRow(1, { hash: undefined })] } }, 502],
  [
    'more transfers in one block than a list holds',
    { body: { result: Array(100).fill(scanRow(1)) } },
    502,
  ],
  ['another shape', { body: [] }, 502],
])('error: %s of a hosted source is no empty list', async (_, answer, status) => {
  const { url } = await startService(() => answer)
  const { api, ask } = await serve('etherscan', url)
  const response = await ask()
  expect([response.status, await response.json()]).toMatchObject([
    status,
    { error: { code: 'transactions-failed' } },
  ])
  expect(api.logLines.join()).not.toContain(apiKey)
})

test('ignores transfers of other accounts that a hosted source lists', async () => {
  const { url } = await startService(({ url: { searchParams } }) => ({
    body: {
      result:
        searchParams.get('action') === 'tokentx'
          ? [scanRow(1, { ...tokenRow, from: bob, to: art, value: '1' })]
          : [],
    },
  }))
  expect((await (await serve('etherscan', url)).read()).data).toEqual([])
})

test('error: has no NFTs of a chain with a hosted source', async () => {
  const { url } = await startService(() => ({ body: { result: [] } }))
  const response = await (await serve('etherscan', url)).ask('', 'nfts')
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: 'chain-unsupported' } },
  ])
})
