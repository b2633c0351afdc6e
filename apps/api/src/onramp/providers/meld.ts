import { createHmac } from 'node:crypto'
import { HttpError, isSame, sliceArray, sliceObject } from '@foyer/server'
import * as v from 'valibot'
import { askProvider } from '../askProvider.ts'
import type { OnrampEvent, OnrampProvider } from '../onrampProvider.ts'
import { eventHash, eventIdText, parseEvent } from '../parseEvent.ts'
import { describeOffer, requireCode, type SellerCodes, solanaMainnet } from '../publicAssets.ts'
import { readNumbers, sumDecimals } from '../readNumbers.ts'
import { refuseWebhook, requireRecent } from '../timedSignature.ts'

const codes: SellerCodes = {
  'eip155:1': { ETH: 'ETH', USDC: 'USDC' },
  'eip155:10': { ETH: 'ETH_OPTIMISM', USDC: 'USDC_OPTIMISM' },
  'eip155:137': { POL: 'POL', USDC: 'USDC_POLYGON' },
  'eip155:8453': { ETH: 'ETH_BASE', USDC: 'USDC_BASE' },
  'eip155:42161': { ETH: 'ETH_ARBITRUM', USDC: 'USDC_ARBITRUM' },
  [solanaMainnet]: { SOL: 'SOL', USDC: 'USDC_SOLANA' },
}

/** Version of the API that these shapes belong to. */
const version = '2025-03-04'

const quotes = v.object({
  quotes: v.pipe(
    v.array(
      v.object({
        serviceProvider: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{2,40}$/)),
        destinationAmount: v.number(),
        sourceAmount: v.number(),
        totalFee: v.number(),
        networkFee: v.nullish(v.number()),
      }),
    ),
    v.maxLength(100),
  ),
})
const session = v.object({ id: v.string(), widgetUrl: v.pipe(v.string(), v.url()) })
const event = v.object({
  eventId: eventIdText,
  eventType: v.string(),
  payload: v.object({
    externalSessionId: eventIdText,
    paymentTransactionStatus: v.optional(v.string()),
    cryptoDetails: v.optional(
      v.object({
        destinationWalletAddress: v.nullish(v.string()),
        blockchainTransactionId: v.nullish(v.string()),
      }),
    ),
  }),
})
const statuses: Readonly<Record<string, OnrampEvent['status']>> = {
  TRANSACTION_CRYPTO_PENDING: undefined,
  TRANSACTION_CRYPTO_TRANSFERRING: 'pending',
  TRANSACTION_CRYPTO_COMPLETE: 'arrived',
  TRANSACTION_CRYPTO_FAILED: 'failed',
}

/**
 * Meld: asks several sellers for a price, and opens the widget of the one that delivers most.
 *
 * @source https://docs.meld.io/docs/stablecoins/for-all-products/webhooks-authentication, https://docs.meld.io/docs/webhook-events
 */
export function createMeld({
  apiKey,
  apiUrl = 'https://api.meld.io',
  webhookSecret,
}: createMeld.Options): OnrampProvider {
  const name = 'meld'
  const ask = <schema extends v.GenericSchema>(path: string, schema: schema, body: object) =>
    askProvider({
      name,
      schema,
      url: apiUrl + path,
      headers: {
        Authorization: `BASIC ${apiKey}`,
        'Meld-Version': version,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  /** The seller that delivers most for an amount, with its digits. */
  async function askBest({
    amount,
    code,
    country = 'US',
    paymentCurrency,
  }: {
    amount: string
    code: string
    country: string | undefined
    paymentCurrency: string
  }) {
    const { answer, text } = await ask('/payments/crypto/quote', quotes, {
      countryCode: country,
      destinationCurrencyCode: code,
      paymentMethodType: 'CREDIT_DEBIT_CARD',
      sourceAmount: amount,
      sourceCurrencyCode: paymentCurrency,
    })
    const texts = sliceArray(sliceObject(text).get('quotes') ?? '[]')
    const best = answer.quotes
      .map((one, index) => ({ ...one, text: texts[index] ?? '{}' }))
      // Only the order is decided by floats: no amount.
      .sort((one, other) => other.destinationAmount - one.destinationAmount)[0]
    if (!best) throw new HttpError(400, 'params-invalid', 'Meld does not offer this purchase')
    return best
  }
  return {
    name,
    getOffer: async () => describeOffer(codes, ['USD', 'EUR', 'GBP']),
    async getQuote({ amount, country, network, paymentCurrency, purchaseCurrency }) {
      const { code } = requireCode(codes, { network, purchaseCurrency })
      const best = await askBest({ amount, code, country, paymentCurrency })
      const read = readNumbers(best.text, [], ['destinationAmount', 'sourceAmount', 'totalFee'])
      const networkFee =
        typeof best.networkFee === 'number'
          ? readNumbers(best.text, [], ['networkFee']).networkFee
          : '0'
      const paid = (value: string) => ({ amount: value, currency: paymentCurrency })
      return {
        quoteId: best.serviceProvider,
        paymentTotal: paid(read.sourceAmount),
        paymentSubtotal: paid(sumDecimals([read.sourceAmount], [read.totalFee])),
        purchaseAmount: { amount: read.destinationAmount, currency: purchaseCurrency },
        providerFee: paid(sumDecimals([read.totalFee], [networkFee])),
        networkFee: paid(networkFee),
      }
    },
    async openOrder({
      address,
      amount,
      country,
      id,
      network,
      paymentCurrency,
      purchaseCurrency,
      redirectUrl,
    }) {
      const { code } = requireCode(codes, { network, purchaseCurrency })
      const sourceAmount = amount ?? '50'
      const best = await askBest({ amount: sourceAmount, code, country, paymentCurrency })
      const { answer } = await ask('/crypto/session/widget', session, {
        sessionType: 'BUY',
        externalSessionId: id,
        sessionData: {
          countryCode: country ?? 'US',
          destinationCurrencyCode: code,
          lockFields: ['walletAddress', 'destinationCurrencyCode'],
          serviceProvider: best.serviceProvider,
          sourceAmount,
          sourceCurrencyCode: paymentCurrency,
          walletAddress: address,
          ...(redirectUrl === undefined ? {} : { redirectUrl }),
        },
      })
      return { url: answer.widgetUrl }
    },
    readWebhook({ bytes, header, now, url }) {
      const time = header('Meld-Signature-Timestamp') ?? ''
      if (!/^[\w:.+-]{1,40}$/.test(time)) throw refuseWebhook()
      requireRecent(/^\d{1,12}$/.test(time) ? Number(time) * 1000 : Date.parse(time), now)
      const wanted = createHmac('sha256', webhookSecret)
        .update(`${time}.${url}.`)
        .update(bytes)
        .digest('base64')
        .replaceAll('+', '-')
        .replaceAll('/', '_')
      if (!isSame(header('Meld-Signature') ?? '', wanted)) throw refuseWebhook()
      const { eventId, eventType, payload } = parseEvent(event, new TextDecoder().decode(bytes))
      return {
        eventId,
        order: { id: payload.externalSessionId },
        status: Object.hasOwn(statuses, eventType) ? statuses[eventType] : undefined,
        address: payload.cryptoDetails?.destinationWalletAddress ?? undefined,
        hash: v.parse(eventHash, payload.cryptoDetails?.blockchainTransactionId ?? undefined),
      }
    },
  }
}

export declare namespace createMeld {
  type Options = {
    apiKey: string
    webhookSecret: string
    apiUrl?: string | undefined
  }
}
