import { jwtVerify } from 'jose'
import * as v from 'valibot'
import { askProvider } from '../askProvider.ts'
import type { OnrampEvent, OnrampProvider } from '../onrampProvider.ts'
import { eventHash, eventIdText, parseEvent } from '../parseEvent.ts'
import { coinsByNetwork, describeOffer, requireCode, solanaMainnet } from '../publicAssets.ts'
import { readNumbers, sumDecimals } from '../readNumbers.ts'
import { refuseWebhook, requireRecent } from '../timedSignature.ts'

const codes = coinsByNetwork({
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  [solanaMainnet]: 'solana',
})

/** The widget's URL is valid for this time. */
const pageMs = 5 * 60_000
/** A token is renewed this long before it ends. */
const marginMs = 60_000

const accessAnswer = v.object({
  data: v.object({ accessToken: v.pipe(v.string(), v.minLength(16)), expiresAt: v.number() }),
})
const quote = v.object({
  response: v.object({
    quoteId: v.string(),
    fiatAmount: v.number(),
    cryptoAmount: v.number(),
    totalFee: v.number(),
  }),
})
const widget = v.object({ data: v.object({ widgetUrl: v.pipe(v.string(), v.url()) }) })
const claims = v.object({
  eventID: v.string(),
  createdAt: v.string(),
  webhookData: v.object({
    id: eventIdText,
    partnerOrderId: eventIdText,
    walletAddress: v.string(),
    transactionHash: v.nullish(v.string()),
  }),
})
const statuses: Readonly<Record<string, OnrampEvent['status']>> = {
  ORDER_PAYMENT_VERIFYING: 'pending',
  ORDER_PROCESSING: 'pending',
  ORDER_COMPLETED: 'arrived',
  ORDER_CANCELLED: 'failed',
  ORDER_FAILED: 'failed',
  ORDER_REFUNDED: 'failed',
  ORDER_EXPIRED: 'expired',
}

/**
 * Transak: a widget URL made by its API, and webhooks that are JWTs signed with the partner's access token.
 *
 * @source https://docs.transak.com/guides/migration-to-api-based-transak-widget-url,
 *   https://docs.transak.com/guides/how-to-decrypt-webhook-payload
 */
export function createTransak({
  apiKey,
  apiSecret,
  apiUrl = 'https://api.transak.com',
  gatewayUrl = 'https://api-gateway.transak.com',
  referrerDomain,
}: createTransak.Options): OnrampProvider {
  const name = 'transak'
  const json = { 'Content-Type': 'application/json' }
  let access: { token: string; until: number } | undefined
  let renewing: Promise<string> | undefined

  /** Asking for a token ends the one before: all calls share one. */
  async function getAccess(): Promise<string> {
    if (access && access.until > Date.now()) return access.token
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  async function renew(): Promise<string> {
    const { answer } = await askProvider({
      name,
      url: `${apiUrl}/partners/api/v2/refresh-token`,
      schema: accessAnswer,
      headers: { ...json, 'api-secret': apiSecret },
      body: JSON.stringify({ apiKey }),
    })
    const { accessToken, expiresAt } = answer.data
    access = { token: accessToken, until: expiresAt * 1000 - marginMs }
    return accessToken
  }
  return {
    name,
    getOffer: async () => describeOffer(codes, ['USD', 'EUR', 'GBP']),
    async getQuote({ amount, network, paymentCurrency, purchaseCurrency }) {
      const query = new URLSearchParams({
        partnerApiKey: apiKey,
        fiatCurrency: paymentCurrency,
        cryptoCurrency: purchaseCurrency,
        isBuyOrSell: 'BUY',
        network: requireCode(codes, { network, purchaseCurrency }).code,
        paymentMethod: 'credit_debit_card',
        fiatAmount: amount,
      })
      const url = `${apiUrl}/api/v1/pricing/public/quotes?${query}`
      const { answer, text } = await askProvider({ name, url, schema: quote })
      const read = readNumbers(text, ['response'], ['fiatAmount', 'cryptoAmount', 'totalFee'])
      const paid = (value: string) => ({ amount: value, currency: paymentCurrency })
      return {
        quoteId: answer.response.quoteId,
        paymentTotal: paid(read.fiatAmount),
        paymentSubtotal: paid(sumDecimals([read.fiatAmount], [read.totalFee])),
        purchaseAmount: { amount: read.cryptoAmount, currency: purchaseCurrency },
        // Its fee includes that of the network.
        providerFee: paid(read.totalFee),
        networkFee: paid('0'),
      }
    },
    async openOrder({
      address,
      amount,
      id,
      network,
      origin,
      paymentCurrency,
      purchaseCurrency,
      redirectUrl,
    }) {
      const { code, coin } = requireCode(codes, { network, purchaseCurrency })
      const { answer } = await askProvider({
        name,
        url: `${gatewayUrl}/api/v2/auth/session`,
        schema: widget,
        headers: { ...json, 'access-token': await getAccess() },
        body: JSON.stringify({
          widgetParams: {
            apiKey,
            referrerDomain: origin === undefined ? referrerDomain : new URL(origin).host,
            productsAvailed: 'BUY',
            network: code,
            cryptoCurrencyCode: coin,
            walletAddress: address,
            disableWalletAddressForm: true,
            fiatCurrency: paymentCurrency,
            ...(amount === undefined ? {} : { fiatAmount: amount }),
            partnerOrderId: id,
            ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
          },
        }),
      })
      return { url: answer.data.widgetUrl, expiresAt: Date.now() + pageMs }
    },
    async readWebhook({ bytes, now }) {
      const body = parseEvent(
        v.object({ data: v.pipe(v.string(), v.maxLength(32_768)) }),
        new TextDecoder().decode(bytes),
      )
      const key = new TextEncoder().encode(await getAccess())
      const verified = await jwtVerify(body.data, key, {
        algorithms: ['HS256'],
        currentDate: new Date(now),
      }).catch((cause: unknown) => {
        throw Object.assign(refuseWebhook(), { cause })
      })
      const { createdAt, eventID, webhookData } = parseEvent(
        claims,
        JSON.stringify(verified.payload),
      )
      // The token has no time of its own.
      requireRecent(Date.parse(createdAt), now)
      return {
        eventId: `${webhookData.id} ${eventID}`,
        order: { id: webhookData.partnerOrderId },
        status: Object.hasOwn(statuses, eventID) ? statuses[eventID] : undefined,
        address: webhookData.walletAddress,
        hash: v.parse(eventHash, webhookData.transactionHash ?? undefined),
      }
    },
  }
}

export declare namespace createTransak {
  type Options = {
    apiKey: string
    /** Exchanged for access tokens, which also sign webhooks. */
    apiSecret: string
    /** The site's host, for programs, which have no origin: `shop.example`. */
    referrerDomain: string
    apiUrl?: string | undefined
    gatewayUrl?: string | undefined
  }
}
