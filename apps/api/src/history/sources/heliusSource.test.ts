import { getHistory, type HistoryTransaction } from '@foyer/protocol/api'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApi, shop } from '../../createTestApi.test.kit.ts'
import { startUpstream } from '../../rpc/startUpstream.test.kit.ts'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const alice = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const bob = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const [purse, otherPurse] = [
  'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k',
  '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp',
]
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const apiKey = 'secret-key-123'
const signatureOf = (number: number) => String(number).replaceAll('0', 'z').padStart(88, '5')

/** Written after the published answer. @source https://www.helius.dev/docs/api-reference/enhanced-transactions/gettransactions */
const row = (number: number, more: object = {}) => ({
  ...{ description: '', type: 'TRANSFER', source: 'SYSTEM_PROGRAM', fee: 5000, feePayer: alice },
  ...{ signature: signatureOf(number), slot: 300_000_000 + number },
  timestamp: 1_700_000_000 + number,
  ...{ nativeTransfers: [], tokenTransfers: [], accountData: [], transactionError: null },
  instructions: [
    { accounts: [], data: '', programId: 'ComputeBudget111111111111111111111111111111' },
    { accounts: [], data: '3Bx', programId: '11111111111111111111111111111111' },
  ],
  events: {},
  ...more,
})
const coins = (account: string, nativeBalanceChange: number) => ({
  ...{ account, nativeBalanceChange, tokenBalanceChanges: [] },
})
const tokens = (userAccount: string, tokenAccount: string, tokenAmount: string, deposit = 0) => ({
  ...{ account: tokenAccount, nativeBalanceChange: deposit },
  tokenBalanceChanges: [
    { userAccount, tokenAccount, mint: usdc, rawTokenAmount: { tokenAmount, decimals: 6 } },
  ],
})

type Answer = (query: URLSearchParams) => { status?: number; body: unknown }
async function serve(answer: Answer) {
  const service = await startUpstream(({ path }, response) => {
    const { body, status = 200 } = answer(new URL(path, 'http://service.test').searchParams)
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const api = await createTestApi({
    chains: [
      {
        ...{ caipId: chainId, name: 'Solana', rpcUrls: ['http://127.0.0.1:9'] },
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
        history: { source: 'helius', url: service.url, apiKey },
      },
    ],
  })
  onTestFinished(async () => {
    await api.close()
    await service.stop()
  })
  const ask = (query = `chainId=${chainId}`) =>
    api.request(`/v1/account/${alice}/history?projectId=${shop.id}&${query}`)
  return {
    api,
    ask,
    service,
    async read(cursor?: string | null) {
      const response = await ask(`chainId=${chainId}${cursor ? `&cursor=${cursor}` : ''}`)
      const body = await response.json()
      expect([response.status, body.error]).toEqual([200, undefined])
      return v.parse(getHistory.response, body)
    },
  }
}
const brief = ({ metadata, transfers }: HistoryTransaction) => [
  `${metadata.operationType} ${metadata.status} ${metadata.fee?.numeric ?? ''}`.trim(),
  ...transfers.map(({ counterparty, direction, fungible_info, quantity }) =>
    [direction, quantity.numeric, fungible_info?.symbol, counterparty === bob && 'bob']
      .filter(Boolean)
      .join(' '),
  ),
]

test('[7.31] describes the transactions of a hosted source by the balances that they changed', async () => {
  const { read, service } = await serve(() => ({
    body: [
      row(9, {
        transactionError: { error: 'InstructionError' },
        accountData: [coins(alice, -5000)],
      }),
      row(8, {
        type: 'SWAP',
        accountData: [
          coins(alice, -1_000_005_000),
          tokens(alice, purse!, '149550000'),
          coins(bob, 1_000_000_000),
          tokens(bob, otherPurse!, '-149550000'),
        ],
      }),
      row(7, {
        feePayer: bob,
        accountData: [
          coins(bob, -2_044_280),
          tokens(alice, purse!, '2500000', 2_039_280),
          tokens(bob, otherPurse!, '-2500000'),
        ],
      }),
      row(6, { accountData: [coins(alice, -1_500_005_001), coins(bob, 1_500_000_001)] }),
      // Somebody else's transaction that only names the account.
      row(5, { feePayer: bob, accountData: [coins(bob, -5000)] }),
    ],
  }))
  const { coverage, data, next } = await read()
  expect(data.map(brief)).toEqual([
    ['execute failed 0.000005'],
    ['trade confirmed 0.000005', 'in 149.55 USDC bob', 'out 1 SOL bob'],
    ['receive confirmed', 'in 2.5 USDC bob'],
    ['send confirmed 0.000005', 'out 1.500000001 SOL bob'],
  ])
  expect(data[0]?.metadata).toMatchObject({
    hash: signatureOf(9),
    minedAt: '2023-11-14T22:13:29.000Z',
    chain: chainId,
  })
  expect([next, coverage.unseen]).toEqual([null, ['token-accounts']])
  const asked = new URL(service.asked[0]!.path, service.url)
  expect([asked.pathname, Object.fromEntries(asked.searchParams)]).toEqual([
    `/v0/addresses/${alice}/transactions`,
    { limit: '50', 'token-accounts': 'balanceChanged', 'api-key': apiKey },
  ])
})

test('[7.31] reads page after page by the last signature, and ends', async () => {
  const all = Array.from({ length: 120 }, (_, at) =>
    row(1000 - at, { accountData: [coins(alice, 7), coins(bob, -7)], feePayer: bob, fee: 0 }),
  )
  const { read, service } = await serve((query) => {
    const before = query.get('before-signature')
    const start = before === null ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    return { body: all.slice(start, start + 50) }
  })
  const hashes: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await read(cursor)
    hashes.push(...page.data.map(({ metadata }) => metadata.hash))
    cursor = page.next
  } while (cursor)
  expect(hashes).toEqual(all.map(({ signature }) => signature))
  expect(service.asked.length).toBe(3)
})

test.each<[string, Answer, number]>([
  ['an outage', () => ({ status: 500, body: {} }), 502],
  ['a rate limit', () => ({ status: 429, body: {} }), 503],
  ['another answer', () => ({ body: { error: 'x' } }), 502],
  ['no JSON', () => ({ body: '<html>' }), 502],
  [
    'a number that lost digits',
    () => ({ body: [row(1, { accountData: [coins(alice, 2 ** 60)] })] }),
    502,
  ],
  [
    'an amount that is none',
    () => ({ body: [row(1, { accountData: [tokens(alice, purse!, '1.5')] })] }),
    502,
  ],
  ['transactions in another order', () => ({ body: [row(1), row(2)] }), 502],
])('error: %s is no empty history', async (_, answer, status) => {
  const { api, ask } = await serve(answer)
  const response = await ask()
  expect([response.status, (await response.json()).error.code]).toEqual([
    status,
    'transactions-failed',
  ])
  expect(api.logLines.join()).not.toContain(apiKey)
})

test('error: a source that gives the first page again, whatever is asked for', async () => {
  const all = Array.from({ length: 50 }, (_, at) => row(100 - at))
  const { ask, read } = await serve(() => ({ body: all }))
  const { next } = await read()
  const response = await ask(`chainId=${chainId}&cursor=${next}`)
  expect(response.status).toBe(502)
})

test('is asked only for a chain that the request names', async () => {
  const { ask, service } = await serve(() => ({ body: [] }))
  expect((await ask('')).status).toBe(400)
  expect(service.asked).toEqual([])
})
