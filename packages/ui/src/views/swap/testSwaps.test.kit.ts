import { type Adapter, type Calls, connect, createFoyer, type Foyer } from '@foyer/core'
import { FoyerError, type ResponseOf } from '@foyer/protocol'
import type {
  getConvertQuotes,
  getConvertStatus,
  getConvertTokens,
  postConvertTransaction,
  SwapQuote,
  SwapToken,
  TokenBalance,
} from '@foyer/protocol/api'
import { address, logos, networks, testFoyer } from '../../testFoyer.test.kit.ts'

const on = (token: string) => `eip155:1:${token}`
export const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
/** Spends through Permit2. */
const hub = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const own: Pick<SwapToken, 'eip2612' | 'isListed'> = { eip2612: false, isListed: true }

export const ether: SwapToken = {
  ...own,
  name: 'Ether',
  symbol: 'ETH',
  address: on(`0x${'e'.repeat(40)}`),
  decimals: 18,
  logoUri: logos.ethereum,
}
export const dollar: SwapToken = {
  ...own,
  name: 'USD Coin',
  symbol: 'USDC',
  address: on('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  decimals: 6,
  logoUri: logos.dollar,
  isSuggested: true,
}
export const pol: SwapToken = {
  ...own,
  name: 'Polygon',
  symbol: 'POL',
  address: on('0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6'),
  decimals: 18,
  logoUri: logos.polygon,
  isPopular: true,
}
/** On another network. */
export const baseDollar: SwapToken = {
  ...dollar,
  address: 'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}
/** Not listed: found by its address alone. */
export const unlisted: SwapToken = {
  ...own,
  name: 'USD Coin',
  symbol: 'USDC',
  address: on('0x90F79bf6EB2c4f870365E785982E1f101E93b906'),
  decimals: 6,
  logoUri: '',
  isListed: false,
}

const sources = [
  { id: 'uniswap-v2', name: 'Uniswap V2' },
  { id: 'harbour', name: 'Harbour' },
]

/** An api in the page with markets, and a wallet: answers `fetch` as `apps/api` does. */
export type TestSwaps = {
  readonly url: string
  tokens: SwapToken[]
  balances: TokenBalance[]
  /** Dollars that a source gives for one coin, by its index. */
  rates: bigint[]
  priceImpact: number | null
  /** Age of a quote, ms. */
  ageMs: number
  allowance: bigint
  /** The api's answer about a swap across networks. */
  crossing: ResponseOf<typeof getConvertStatus>
  /** The time that quotes across networks promise, in seconds. */
  seconds: number
  /** Changes of what the api builds. */
  built: Partial<ResponseOf<typeof postConvertTransaction>>
  /** Requests, as `GET /v1/convert/quotes`. */
  readonly asked: string[]
  /** Instead of an answer. */
  answer: (path: string) => Promise<Response | undefined>
  /** The transactions that the wallet was asked to send. */
  readonly sent: unknown[]
  /** The way of giving the allowance that the wallet and the token allow. */
  way: 'apart' | 'batch' | 'signature' | 'permit2'
  /** Answer of the wallet. */
  wallet: () => Promise<void>
  /** Answer of the chain to a sent transaction. */
  mine: () => Promise<void>
  /** The browser's storage. */
  readonly stored: Map<string, string>
  /** Restores `fetch`. */
  stop: () => void
}

/** The api's answer when it can not. */
export const refuse = (status: number, code: string): Response =>
  Response.json({ error: { code, message: code } }, { status })

export function testSwaps(): TestSwaps {
  const pageFetch = globalThis.fetch
  const swaps: TestSwaps = {
    url: 'https://swaps.invalid',
    tokens: [ether, dollar, pol],
    balances: [
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:1',
        quantity: { decimals: '18', numeric: '1.234567890123456789' },
      },
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: 'eip155:1',
        address: dollar.address,
        quantity: { decimals: '6', numeric: '250.5' },
      },
    ],
    rates: [3_000n, 2_991n],
    priceImpact: 0.31,
    ageMs: 60_000,
    allowance: 0n,
    built: {},
    crossing: { status: 'pending' },
    seconds: 240,
    asked: [],
    answer: async () => undefined,
    sent: [],
    stored: new Map(),
    way: 'apart',
    wallet: async () => {},
    mine: async () => {},
    stop: () => {
      globalThis.fetch = pageFetch
    },
  }
  const quotesOf = (query: URLSearchParams): ResponseOf<typeof getConvertQuotes> => {
    const paid = BigInt(query.get('amount') ?? '0')
    const from = query.get('from') ?? ''
    return {
      failures: [],
      quotes: swaps.rates.map((rate, index): SwapQuote => {
        const isDollar = from === dollar.address
        const toAmount = isDollar ? (paid * 10n ** 12n) / rate : (paid * rate) / 10n ** 12n
        const source = sources[index]!
        return {
          id: source.id,
          source,
          kind: 'call',
          fromAccount: from,
          fromAmount: String(paid),
          toAccount: query.get('to') ?? '',
          toAmount: String(toAmount),
          minToAmount: String((toAmount * (100n - BigInt(query.get('slippage') ?? '1'))) / 100n),
          priceImpact: swaps.priceImpact,
          route: [],
          networkCost: { gas: '1', gasPrice: '1', amount: '2000000000000000', value: 6.02 },
          ...(from !== ether.address && { allowanceTarget: router }),
          ...(from !== ether.address && swaps.way === 'permit2' && { permit2Spender: hub }),
          ...(query.get('to')?.startsWith('eip155:8453:') && { durationSeconds: swaps.seconds }),
          expiresAt: new Date(Date.now() + swaps.ageMs).toISOString(),
        }
      }),
    }
  }
  const tx = (to: string, data: string, value = '0') => ({
    ...{ from: on(address), to: on(to), data, value, eip155: { gasPrice: '1' } },
  })
  const respond = (path: string, query: URLSearchParams, body: string): object => {
    if (path.endsWith('/balance')) return { balances: swaps.balances }
    if (path.endsWith('/tokens')) {
      const wanted = query.get('address')?.toLowerCase()
      const tokens = wanted
        ? [...swaps.tokens, unlisted].filter((one) => one.address.toLowerCase().endsWith(wanted))
        : swaps.tokens
      const isBase = query.get('chainId') === 'eip155:8453'
      const crossesTo = isBase ? ['eip155:1'] : ['eip155:8453']
      return {
        ...{ tokens: isBase ? [baseDollar] : tokens, sources, crossesTo },
      } satisfies ResponseOf<typeof getConvertTokens>
    }
    if (path.endsWith('/quotes')) return quotesOf(query)
    if (path.endsWith('/status')) return swaps.crossing
    if (path.endsWith('/allowance')) return { allowance: String(swaps.allowance) }
    if (path.endsWith('/build-approve'))
      return {
        ...{ tx: tx('token', '0xapprove'), spender: router, amount: query.get('amount') },
        ...(swaps.way === 'signature' && { permit: { name: 'USD', nonce: '0', deadline } }),
        ...(swaps.way === 'permit2' && { permit2: { spender: hub, nonce: '0', deadline } }),
      }
    if (path.endsWith('/build-transaction')) {
      const { amount, minToAmount, to } = JSON.parse(body)
      const checkedBy = to.startsWith('eip155:8453:') ? 'source' : 'simulation'
      return {
        ...{ kind: 'call', tx: tx(router, '0xswap', amount), source: sources[0] },
        ...{ minToAmount, toAmount: minToAmount, checkedBy },
        ...swaps.built,
      }
    }
    return { isAnalyticsEnabled: false }
  }
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (url.origin !== swaps.url) return pageFetch(input, init)
    swaps.asked.push(`${init?.method ?? 'GET'} ${url.pathname}`)
    const answer = await swaps.answer(url.pathname)
    init?.signal?.throwIfAborted()
    return (
      answer ?? Response.json(respond(url.pathname, url.searchParams, String(init?.body ?? '')))
    )
  }
  return swaps
}

/** Later than every test. */
const deadline = '99999999999'

/** An instance whose wallet sends what `swaps` lets through. */
export async function testSwapFoyer(swaps: TestSwaps, { connected = true } = {}): Promise<Foyer> {
  const plain = await testFoyer({ connected: false })
  // The methods that a swap uses.
  const calls: Partial<Calls> = {
    isAtomic: async () => swaps.way === 'batch',
    async send({ transactions }) {
      swaps.sent.push(transactions)
      await swaps.wallet()
      return 'batch'
    },
    wait: async () => `0x${'ba'.repeat(32)}`,
    writePermit: ({ step }) => ({ types: {}, primaryType: 'Permit', message: step }) as never,
    writePermit2: ({ step }) => ({
      transaction: { data: '0xgrant' } as never,
      typedData: { types: {}, primaryType: 'PermitSingle', message: step } as never,
    }),
  }
  const adapter: Adapter = {
    ...(plain.foyer.adapters.eip155 as Adapter),
    isAddress: (text) => /^0x[0-9a-f]{40}$/i.test(text),
    async readSwapCall({ call, step }) {
      const isRight = step.spender === undefined || step.spender === router
      if (!isRight || call.from !== on(address)) throw new FoyerError('transaction-rejected')
      return { data: call.data } as never
    },
    calls: async () => calls as Calls,
    async signTypedData({ typedData }) {
      swaps.sent.push(typedData.message)
      await swaps.wallet()
      return `0x${'51'.repeat(65)}`
    },
    async sendTransaction({ transaction }) {
      swaps.sent.push(transaction)
      await swaps.wallet()
      return `0x${String(swaps.sent.length).padStart(64, '0')}`
    },
    async waitForTransaction({ hash }) {
      await swaps.mine()
      return { hash, status: 'success', blockNumber: 1n }
    },
  }
  const foyer = createFoyer({
    projectId: 'test',
    apiUrl: swaps.url,
    networks,
    connectors: [plain.connector],
    adapters: [adapter],
    storage: {
      getItem: (key) => swaps.stored.get(key) ?? null,
      setItem: (key, value) => void swaps.stored.set(key, value),
      removeItem: (key) => void swaps.stored.delete(key),
    },
  })
  if (connected) await connect(foyer, { connector: plain.connector })
  return foyer
}
