import type { ResponseOf } from '@foyer/protocol'
import type {
  getHistory,
  HistoryCoverage,
  HistoryTransaction,
  HistoryTransfer,
  TokenBalance,
} from '@foyer/protocol/api'
import { address, logos } from '../../testFoyer.test.kit.ts'
import { nativeToken } from '../account/testTokens.test.kit.ts'

export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const coin = { fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: logos.ethereum } } }
const dollar = {
  fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: logos.dollar } },
  address: usdc,
}

export const coins = (
  direction: HistoryTransfer['direction'],
  numeric: string,
  counterparty = friend,
): HistoryTransfer => ({ ...coin, direction, quantity: { numeric }, counterparty })
export const dollars = (
  direction: HistoryTransfer['direction'],
  numeric: string,
  counterparty = friend,
): HistoryTransfer => ({ ...dollar, direction, quantity: { numeric }, counterparty })
export const nft = (name: string, isSpam = false): HistoryTransfer => ({
  nft_info: { name, flags: { is_spam: isSpam } },
  address: `eip155:1:${router}`,
  direction: 'in',
  quantity: { numeric: '1' },
  counterparty: friend,
})
export const approval = (numeric: string): HistoryTransaction['approvals'][number] => ({
  ...dollar,
  spender: router,
  quantity: { numeric },
})

let count = 0
/** A transaction in the api's format. */
export function testTransaction({
  approvals = [],
  minedAt = '2026-11-20T09:30:00Z',
  transfers = [],
  ...metadata
}: Partial<HistoryTransaction['metadata']> &
  Partial<Pick<HistoryTransaction, 'approvals' | 'transfers'>> = {}): HistoryTransaction {
  const hash = metadata.hash ?? `0x${String(++count).padStart(64, '0')}`
  return {
    id: `eip155:1:tx/${hash}`,
    metadata: {
      operationType: 'execute',
      hash,
      minedAt,
      sentFrom: address,
      sentTo: router,
      status: 'confirmed',
      nonce: 0,
      chain: 'eip155:1',
      ...metadata,
    },
    transfers,
    approvals,
  }
}

/** One of each kind, in three months of two years, newest first. */
export const someTransactions = (): HistoryTransaction[] => [
  testTransaction({
    operationType: 'receive',
    sentFrom: friend,
    sentTo: address,
    transfers: [coins('in', '1.250000000000000001')],
  }),
  testTransaction({
    operationType: 'trade',
    minedAt: '2026-11-18T17:05:00Z',
    transfers: [coins('out', '0.5', router), dollars('in', '1748.2', router)],
  }),
  testTransaction({
    operationType: 'approve',
    minedAt: '2026-11-18T17:04:00Z',
    approvals: [approval('115792089237316195423570985008687907853269984665640564039457.584007')],
  }),
  testTransaction({
    operationType: 'send',
    minedAt: '2026-11-02T08:00:00Z',
    status: 'failed',
    sentTo: friend,
  }),
  testTransaction({
    operationType: 'send',
    minedAt: '2026-10-20T08:00:00Z',
    sentTo: usdc.slice('eip155:1:'.length),
    transfers: [dollars('out', '25')],
  }),
  testTransaction({
    operationType: 'mint',
    minedAt: '2026-10-19T08:00:00Z',
    transfers: [{ ...nft('Harbour Lights #7'), counterparty: router }],
  }),
  testTransaction({ operationType: 'deploy', minedAt: '2025-12-24T18:00:00Z' }),
]

/** An api in the page with a history: answers `fetch` as `apps/api` does, and records requests. */
export type TestHistory = {
  readonly url: string
  /** Newest first. */
  transactions: HistoryTransaction[]
  coverage: HistoryCoverage
  balances: TokenBalance[]
  pageSize: number
  /** Requests for the history. */
  readonly asked: URL[]
  /** Instead of a page. */
  answer: () => Promise<Response | undefined>
  /** Restores `fetch`. */
  stop: () => void
}

export function testHistory(transactions = someTransactions()): TestHistory {
  const pageFetch = globalThis.fetch
  const history: TestHistory = {
    url: 'https://history.invalid',
    transactions,
    coverage: { from: '2025-11-01T00:00:00.000Z', internalTransfers: false },
    balances: [nativeToken],
    pageSize: 50,
    asked: [],
    answer: async () => undefined,
    stop: () => {
      globalThis.fetch = pageFetch
    },
  }
  const readPage = (cursor: string | null): ResponseOf<typeof getHistory> => {
    const start = history.transactions.findIndex(({ id }) => id === cursor) + 1
    const data = history.transactions.slice(start, start + history.pageSize)
    const isLast = start + data.length >= history.transactions.length
    return { data, next: isLast ? null : (data.at(-1)?.id ?? null), coverage: history.coverage }
  }
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (url.origin !== history.url) return pageFetch(input, init)
    if (url.pathname.endsWith('/balance')) return Response.json({ balances: history.balances })
    if (!url.pathname.endsWith('/history')) return Response.json({ isAnalyticsEnabled: false })
    history.asked.push(url)
    const answer = await history.answer()
    init?.signal?.throwIfAborted()
    return answer ?? Response.json(readPage(url.searchParams.get('cursor')))
  }
  return history
}

/** The api's answer when it can not read the chain. */
export const refuse = (status: number, code: string): Response =>
  Response.json({ error: { code, message: code } }, { status })
