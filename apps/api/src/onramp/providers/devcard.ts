import { formatUnits } from '@foyer/protocol'
import { decimalAmount } from '@foyer/protocol/api'
import * as v from 'valibot'
import { askProvider } from '../askProvider.ts'
import type { OnrampProvider } from '../onrampProvider.ts'
import { eventHash, eventIdText, parseEvent } from '../parseEvent.ts'
import { verifyTimedSignature } from '../timedSignature.ts'

const text = v.pipe(v.string(), v.maxLength(200))
const offer = v.object({
  currencies: v.array(text),
  limits: v.object({ min: decimalAmount, max: decimalAmount }),
  assets: v.array(
    v.object({ id: text, name: text, chainId: text, networkName: text, contractAddress: text }),
  ),
})
const money = v.object({ amount: decimalAmount, currency: text })
const quote = v.object({
  id: text,
  total: money,
  subtotal: money,
  fee: money,
  networkFee: money,
  purchase: money,
})
const opened = v.object({
  path: v.pipe(text, v.startsWith('/')),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
const event = v.object({
  id: eventIdText,
  reference: eventIdText,
  status: v.picklist(['pending', 'arrived', 'failed', 'expired']),
  address: text,
  hash: eventHash,
})

/** The devnet's card page, which delivers real coins of local chains for a test card. */
export function createDevcard({
  apiKey,
  internalUrl,
  url,
  webhookSecret,
}: createDevcard.Options): OnrampProvider {
  const name = 'devcard'
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  const ask = <schema extends v.GenericSchema>(path: string, schema: schema, body?: unknown) =>
    askProvider({
      name,
      schema,
      url: new URL(path, internalUrl ?? url).href,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    name,
    async getOffer() {
      const { answer } = await ask('/api/options', offer)
      const { assets, currencies, limits } = answer
      return {
        paymentCurrencies: currencies.map((id) => ({ id, limits: [{ id: 'CARD', ...limits }] })),
        purchaseCurrencies: [...new Set(assets.map(({ id }) => id))].map((id) => {
          const own = assets.filter((asset) => asset.id === id)
          return {
            id,
            name: own[0]?.name ?? id,
            symbol: id,
            networks: own.map(({ chainId, contractAddress, networkName }) => ({
              ...{ name: chainId, displayName: networkName, chainId, contractAddress },
            })),
          }
        }),
      }
    },
    async getQuote(purchase) {
      const { answer } = await ask('/api/quotes', quote, purchase)
      return {
        quoteId: answer.id,
        paymentTotal: answer.total,
        paymentSubtotal: answer.subtotal,
        purchaseAmount: answer.purchase,
        providerFee: answer.fee,
        networkFee: answer.networkFee,
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
      const { answer } = await ask('/api/sessions', opened, {
        reference: id,
        ...{ address, network, paymentCurrency, redirectUrl },
        // This page has no choice of its own.
        amount: amount ?? formatUnits(2500n, 2),
        purchaseCurrency: purchaseCurrency ?? (network.startsWith('solana:') ? 'SOL' : 'ETH'),
      })
      return { url: new URL(answer.path, url).href, expiresAt: Date.parse(answer.expiresAt) }
    },
    readWebhook(message) {
      const header = message.header('Card-Signature')
      const body = verifyTimedSignature(message, { header, name: 'v1', secret: webhookSecret })
      const { id, reference, ...facts } = parseEvent(event, body)
      return { eventId: id, order: { id: reference }, ...facts }
    },
  }
}

export declare namespace createDevcard {
  type Options = {
    /** Origin of the card page, as browsers reach it. */
    url: string
    /** The same, as this server reaches it. @default `url` */
    internalUrl?: string | undefined
    apiKey: string
    webhookSecret: string
  }
}
