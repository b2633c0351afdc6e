import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { askProvider } from '../askProvider.ts'
import type { OnrampEvent, OnrampProvider } from '../onrampProvider.ts'
import { eventHash, eventIdText, parseEvent } from '../parseEvent.ts'
import { describeOffer, requireCode, type SellerCodes, solanaMainnet } from '../publicAssets.ts'
import { readNumbers, sumDecimals } from '../readNumbers.ts'
import { verifyTimedSignature } from '../timedSignature.ts'

/** @source https://dev.moonpay.com/api-reference/widget (currency codes) */
const codes: SellerCodes = {
  'eip155:1': { ETH: 'eth', USDC: 'usdc' },
  'eip155:10': { ETH: 'eth_optimism', USDC: 'usdc_optimism' },
  'eip155:137': { POL: 'pol_polygon', USDC: 'usdc_polygon' },
  'eip155:8453': { ETH: 'eth_base', USDC: 'usdc_base' },
  'eip155:42161': { ETH: 'eth_arbitrum', USDC: 'usdc_arbitrum' },
  [solanaMainnet]: { SOL: 'sol', USDC: 'usdc_sol' },
}

const number = v.number()
const quote = v.object({
  baseCurrencyAmount: number,
  quoteCurrencyAmount: number,
  feeAmount: number,
  extraFeeAmount: v.optional(number),
  networkFeeAmount: number,
  totalAmount: number,
})
const transaction = v.object({
  id: eventIdText,
  externalTransactionId: eventIdText,
  status: v.string(),
  walletAddress: v.string(),
  updatedAt: v.string(),
  cryptoTransactionId: v.nullish(v.string()),
})
const statuses: Readonly<Record<string, OnrampEvent['status']>> = {
  pending: 'pending',
  waitingAuthorization: undefined,
  waitingPayment: undefined,
  completed: 'arrived',
  failed: 'failed',
}

/**
 * MoonPay: a URL that is signed with the secret key, so that nobody can change the address in it.
 *
 * @source https://dev.moonpay.com/widget/on-ramp/customization/url-signing,
 *   https://dev.moonpay.com/api-reference/widget/webhooks/signature
 */
export function createMoonpay({
  apiKey,
  apiUrl = 'https://api.moonpay.com',
  pageUrl = apiKey.startsWith('pk_test_')
    ? 'https://buy-sandbox.moonpay.com'
    : 'https://buy.moonpay.com',
  secretKey,
  webhookKey,
}: createMoonpay.Options): OnrampProvider {
  const name = 'moonpay'
  return {
    name,
    getOffer: async () => describeOffer(codes, ['USD', 'EUR', 'GBP']),
    async getQuote({ amount, network, paymentCurrency, purchaseCurrency }) {
      const { code } = requireCode(codes, { network, purchaseCurrency })
      const query = new URLSearchParams({
        apiKey,
        baseCurrencyCode: paymentCurrency.toLowerCase(),
        baseCurrencyAmount: amount,
        areFeesIncluded: 'true',
        paymentMethod: 'credit_debit_card',
      })
      const url = `${apiUrl}/v3/currencies/${code}/buy_quote?${query}`
      const { text } = await askProvider({ name, url, schema: quote })
      const read = readNumbers(
        text,
        [],
        [
          ...(['baseCurrencyAmount', 'quoteCurrencyAmount', 'feeAmount'] as const),
          ...(['networkFeeAmount', 'totalAmount'] as const),
        ],
      )
      const paid = (value: string) => ({ amount: value, currency: paymentCurrency })
      return {
        // MoonPay's quotes have no id; they are as old as this answer.
        quoteId: '',
        paymentTotal: paid(read.totalAmount),
        paymentSubtotal: paid(read.baseCurrencyAmount),
        purchaseAmount: { amount: read.quoteCurrencyAmount, currency: purchaseCurrency },
        providerFee: paid(
          sumDecimals([read.totalAmount], [read.baseCurrencyAmount, read.networkFeeAmount]),
        ),
        networkFee: paid(read.networkFeeAmount),
      }
    },
    async openOrder({
      address,
      amount,
      id,
      network,
      paymentCurrency,
      purchaseCurrency,
      redirectUrl,
    }) {
      const { code } = requireCode(codes, { network, purchaseCurrency })
      const query = new URLSearchParams({
        apiKey,
        currencyCode: code,
        walletAddress: address,
        baseCurrencyCode: paymentCurrency.toLowerCase(),
        ...(amount === undefined ? {} : { baseCurrencyAmount: amount }),
        externalTransactionId: id,
        ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
      })
      const signature = createHmac('sha256', secretKey).update(`?${query}`).digest('base64')
      return { url: `${pageUrl}/?${query}&signature=${encodeURIComponent(signature)}` }
    },
    readWebhook(message) {
      const header = message.header('Moonpay-Signature-V2')
      const text = verifyTimedSignature(message, { header, name: 's', secret: webhookKey })
      const { data } = parseEvent(v.object({ data: transaction }), text)
      return {
        // Deliveries have no id of their own.
        eventId: `${data.id} ${data.status} ${data.updatedAt}`,
        order: { id: data.externalTransactionId },
        status: Object.hasOwn(statuses, data.status) ? statuses[data.status] : undefined,
        address: data.walletAddress,
        hash: v.parse(eventHash, data.cryptoTransactionId ?? undefined),
      }
    },
  }
}

export declare namespace createMoonpay {
  type Options = {
    /** `pk_live_…`, or `pk_test_…` for the sandbox. */
    apiKey: string
    /** `sk_live_…`: signs URLs. */
    secretKey: string
    webhookKey: string
    apiUrl?: string | undefined
    /** @default that of the key's kind */
    pageUrl?: string | undefined
  }
}
