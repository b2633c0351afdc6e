import type { OnrampOffer, OnrampQuote } from '@foyer/protocol/api'

/** A coin or token to buy, on one network. */
export type Purchase = {
  /** Upper case: `ETH`. */
  readonly purchaseCurrency: string
  /** CAIP-2. */
  readonly network: string
  /** ISO 4217. */
  readonly paymentCurrency: string
  /** Paid in all, a plain decimal. */
  readonly amount: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined
}

/** A purchase for one address. What is undefined is chosen on the provider's page. */
export type Order = {
  /** Our id, which the provider repeats in its webhooks. */
  readonly id: string
  readonly address: string
  readonly network: string
  readonly purchaseCurrency: string | undefined
  readonly paymentCurrency: string
  readonly amount: string | undefined
  readonly country: string | undefined
  /** On an origin of the project. */
  readonly redirectUrl: string | undefined
  /** Of the user, for providers that compare it with that of their page's visitor. It is not stored. */
  readonly ip: string
  /** Origin of the site; undefined for programs. */
  readonly origin: string | undefined
}

/** A provider's answer to an order. */
export type OpenedOrder = {
  readonly url: string
  /** ms since 1970; undefined if the provider does not limit it. */
  readonly expiresAt?: number | undefined
  /** The provider's own id, for one that can not repeat ours. */
  readonly reference?: string | undefined
}

/** A webhook as it came. */
export type WebhookMessage = {
  readonly bytes: Uint8Array
  /** The URL by which the provider reaches this server. */
  readonly url: string
  header(name: string): string | undefined
  /** ms since 1970. */
  readonly now: number
}

/** The content of a verified webhook. */
export type OnrampEvent = {
  /** The same for each delivery of one event. */
  readonly eventId: string
  /** Our id of the order, or the provider's. */
  readonly order: { readonly id: string } | { readonly reference: string }
  /** undefined: it changes nothing. */
  readonly status: 'pending' | 'arrived' | 'failed' | 'expired' | undefined
  /** The receiver; compared with the order's where the provider tells it. */
  readonly address?: string | undefined
  readonly hash?: string | undefined
}

/** A seller. Its key stays in this server. */
export type OnrampProvider = {
  /** As in `onrampProviders` of the protocol. */
  readonly name: string
  /** Returns what it sells. @throws {@link HttpError} 502 when it does not answer */
  getOffer(): Promise<Pick<OnrampOffer, 'paymentCurrencies' | 'purchaseCurrencies'>>
  /** Asks it for a price. @throws {@link HttpError} 400 when it does not sell this, 502 when it does not answer */
  getQuote(purchase: Purchase): Promise<Omit<OnrampQuote, 'provider'>>
  /** Opens a purchase. @throws {@link HttpError} as {@link OnrampProvider.getQuote} */
  openOrder(order: Order): Promise<OpenedOrder>
  /** Verifies a webhook and reads it. @throws {@link HttpError} 401 when it is not the provider's, or old; 400 */
  readWebhook(message: WebhookMessage): OnrampEvent | Promise<OnrampEvent>
}
