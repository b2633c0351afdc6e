import { decimalAmount } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import { askProvider } from '../askProvider.ts'
import type { OnrampEvent, OnrampProvider } from '../onrampProvider.ts'
import { eventHash, eventIdText, parseEvent } from '../parseEvent.ts'
import { coinsByNetwork, describeOffer, requireCode, solanaMainnet } from '../publicAssets.ts'
import { sumDecimals } from '../readNumbers.ts'
import { verifyTimedSignature } from '../timedSignature.ts'

const codes = coinsByNetwork({
  'eip155:1': 'ethereum',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  [solanaMainnet]: 'solana',
})

const offered = v.object({
  id: v.string(),
  destination_currency: v.string(),
  destination_amount: decimalAmount,
  source_total_amount: decimalAmount,
  fees: v.object({
    network_fee_monetary: decimalAmount,
    transaction_fee_monetary: decimalAmount,
  }),
})
const quotes = v.object({ destination_network_quotes: v.record(v.string(), v.array(offered)) })
const session = v.object({ id: eventIdText, redirect_url: v.pipe(v.string(), v.url()) })
const event = v.object({
  id: eventIdText,
  type: v.string(),
  data: v.object({
    object: v.object({
      id: eventIdText,
      status: v.string(),
      transaction_details: v.optional(
        v.object({
          transaction_id: v.nullish(v.string()),
          wallet_address: v.nullish(v.string()),
        }),
      ),
    }),
  }),
})
const statuses: Readonly<Record<string, OnrampEvent['status']>> = {
  fulfillment_processing: 'pending',
  fulfillment_complete: 'arrived',
  rejected: 'failed',
}

/**
 * Stripe: an onramp session whose address is locked, with its hosted page.
 *
 * @source https://docs.stripe.com/api/crypto/onramp_sessions, https://docs.stripe.com/webhooks#verify-manually
 */
export function createStripe({
  apiUrl = 'https://api.stripe.com',
  secretKey,
  webhookSecret,
}: createStripe.Options): OnrampProvider {
  const name = 'stripe'
  const headers = { Authorization: `Bearer ${secretKey}` }
  return {
    name,
    getOffer: async () => describeOffer(codes, ['USD', 'EUR']),
    async getQuote({ amount, network, paymentCurrency, purchaseCurrency }) {
      const { code: place } = requireCode(codes, { network, purchaseCurrency })
      const coin = purchaseCurrency.toLowerCase()
      const query = new URLSearchParams({
        source_amount: amount,
        source_currency: paymentCurrency.toLowerCase(),
        'destination_currencies[]': coin,
        'destination_networks[]': place,
      })
      const url = `${apiUrl}/v1/crypto/onramp/quotes?${query}`
      const { answer } = await askProvider({ name, url, headers, schema: quotes })
      const found = (answer.destination_network_quotes[place] ?? []).find(
        ({ destination_currency: currency }) => currency === coin,
      )
      if (!found) throw new HttpError(400, 'params-invalid', 'Stripe does not offer this purchase')
      const paid = (value: string) => ({ amount: value, currency: paymentCurrency })
      const { network_fee_monetary: networkFee, transaction_fee_monetary: fee } = found.fees
      return {
        quoteId: found.id,
        paymentTotal: paid(found.source_total_amount),
        paymentSubtotal: paid(sumDecimals([found.source_total_amount], [networkFee, fee])),
        purchaseAmount: { amount: found.destination_amount, currency: purchaseCurrency },
        providerFee: paid(fee),
        networkFee: paid(networkFee),
      }
    },
    async openOrder({ address, amount, id, ip, network, paymentCurrency, purchaseCurrency }) {
      const { code: place, coin } = requireCode(codes, { network, purchaseCurrency })
      const body = new URLSearchParams({
        [`wallet_addresses[${place}]`]: address,
        lock_wallet_address: 'true',
        destination_network: place,
        'destination_networks[]': place,
        destination_currency: coin.toLowerCase(),
        source_currency: paymentCurrency.toLowerCase(),
        ...(amount === undefined ? {} : { source_amount: amount }),
        customer_ip_address: ip,
        'metadata[order]': id,
      })
      const url = `${apiUrl}/v1/crypto/onramp_sessions`
      const { answer } = await askProvider({ name, url, headers, body, schema: session })
      return { url: answer.redirect_url, reference: answer.id }
    },
    readWebhook(message) {
      const header = message.header('Stripe-Signature')
      const text = verifyTimedSignature(message, { header, name: 'v1', secret: webhookSecret })
      const { data, id, type } = parseEvent(event, text)
      const { id: reference, status, transaction_details: details } = data.object
      const isOurs = type === 'crypto.onramp_session.updated' && Object.hasOwn(statuses, status)
      return {
        eventId: id,
        order: { reference },
        status: isOurs ? statuses[status] : undefined,
        address: details?.wallet_address ?? undefined,
        hash: v.parse(eventHash, details?.transaction_id ?? undefined),
      }
    },
  }
}

export declare namespace createStripe {
  type Options = {
    /** `sk_live_…`, or a restricted key for onramp sessions. */
    secretKey: string
    /** `whsec_…` of the endpoint. */
    webhookSecret: string
    apiUrl?: string | undefined
  }
}
