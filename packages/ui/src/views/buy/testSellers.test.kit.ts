import type { ResponseOf } from '@foyer/protocol'
import type {
  getOnrampOptions,
  getOnrampSession,
  OnrampOffer,
  OnrampStatus,
  postOnrampSession,
} from '@foyer/protocol/api'
import { address, logos } from '../../testFoyer.test.kit.ts'
import { nativeToken } from '../account/testTokens.test.kit.ts'

const money = (amount: string, currency = 'USD') => ({ amount, currency })
const ether = {
  ...{ id: 'ETH', name: 'Ether', symbol: 'ETH', iconUrl: logos.ethereum },
  networks: [
    { name: 'ethereum', displayName: 'Ethereum', chainId: 'eip155:1', contractAddress: '' },
  ],
}
const dollar = { ...ether, id: 'USDC', name: 'USD Coin', symbol: 'USDC', iconUrl: logos.dollar }

export const testSeller = (name: string, label: string, more: Partial<OnrampOffer> = {}) => ({
  ...{ name, label, namespaces: ['eip155'] },
  paymentCurrencies: [
    { id: 'USD', limits: [{ id: 'CARD', min: '20', max: '5000' }] },
    { id: 'EUR', limits: [] },
  ],
  purchaseCurrencies: [dollar, ether],
  ...more,
})

/** An api in the page with two sellers: answers `fetch` as `apps/api` does. */
export type TestSellers = {
  readonly url: string
  offers: OnrampOffer[]
  /** The amount that each seller delivers for any payment; undefined: it refuses. */
  readonly delivers: Record<string, string | undefined>
  /** The seller's page. */
  pageUrl: string
  status: OnrampStatus
  /** Status of the answer to a new purchase. */
  refuses: number | undefined
  /** Bodies of new purchases. */
  readonly opened: Record<string, unknown>[]
  /** Instead of the list of sellers. */
  answer: () => Promise<Response | undefined>
  /** Restores `fetch`. */
  stop: () => void
}

export function testSellers(): TestSellers {
  const pageFetch = globalThis.fetch
  const sellers: TestSellers = {
    url: 'https://sellers.invalid',
    offers: [
      testSeller('meld', 'Meld.io', { feePercent: { min: 1, max: 2 } }),
      testSeller('moonpay', 'MoonPay'),
    ],
    delivers: { meld: '0.016412345678901234', moonpay: '0.0151' },
    pageUrl: 'https://meldcrypto.com/?token=1',
    status: 'open',
    refuses: undefined,
    opened: [],
    answer: async () => undefined,
    stop: () => {
      globalThis.fetch = pageFetch
    },
  }
  const refuse = (status: number) =>
    Response.json({ error: { code: 'params-invalid', message: 'no' } }, { status })
  function answer(path: string, body: Record<string, unknown>): Response {
    if (path.endsWith('/balance')) return Response.json({ balances: [nativeToken] })
    if (path.endsWith('/quote')) {
      const provider = String(body.provider)
      const amount = sellers.delivers[provider]
      const currency = String(body.paymentCurrency)
      if (amount === undefined) return refuse(400)
      return Response.json({
        ...{ provider, quoteId: 'q', paymentTotal: money(String(body.amount), currency) },
        paymentSubtotal: money('48.2', currency),
        purchaseAmount: money(amount, String(body.purchaseCurrency)),
        ...{ providerFee: money('0.8', currency), networkFee: money('1', currency) },
      })
    }
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    if (path.endsWith('/session')) {
      if (sellers.refuses !== undefined) return refuse(sellers.refuses)
      sellers.opened.push(body)
      const made = { id: 'one', url: sellers.pageUrl, expiresAt }
      return Response.json(made satisfies ResponseOf<typeof postOnrampSession>)
    }
    if (path.endsWith('/session/one')) {
      const { status } = sellers
      const hash = status === 'arrived' ? { hash: `0x${'a'.repeat(64)}` } : {}
      const state = { status, provider: 'meld', address, chainId: 'eip155:1', expiresAt, ...hash }
      return Response.json(state satisfies ResponseOf<typeof getOnrampSession>)
    }
    return Response.json({ isAnalyticsEnabled: false })
  }
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (url.origin !== sellers.url) return pageFetch(input, init)
    if (url.pathname.endsWith('/options')) {
      const instead = await sellers.answer()
      init?.signal?.throwIfAborted()
      const { offers: providers } = sellers
      const options = { paymentCurrencies: [], purchaseCurrencies: [], providers }
      return instead ?? Response.json(options satisfies ResponseOf<typeof getOnrampOptions>)
    }
    return answer(url.pathname, JSON.parse(String(init?.body ?? '{}')))
  }
  return sellers
}
