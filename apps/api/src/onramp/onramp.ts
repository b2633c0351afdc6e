import { randomBytes } from 'node:crypto'
import { readOwn } from '@foyer/protocol'
import {
  isOnrampUrl,
  type OnrampOffer,
  type OnrampQuote,
  onrampProviders,
} from '@foyer/protocol/api'
import { HttpError, type Logger } from '@foyer/server'
import { cached } from '../cached.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { createOnrampOrders, type OnrampOrders } from './onrampOrders.ts'
import type {
  OnrampEvent,
  OnrampProvider,
  Order,
  Purchase,
  WebhookMessage,
} from './onrampProvider.ts'

/** Time to open a provider's page, if the provider does not say. */
const orderMs = 15 * 60_000
const offerTtlMs = 60_000

/** Sellers of coins, and the purchases that pages have opened with them. */
export type Onramp = {
  /** Returns what each provider sells; without providers an empty list. @throws {@link HttpError} 502 if none answers */
  getOffers(): Promise<OnrampOffer[]>
  /** @throws {@link HttpError} 400, 502 */
  getQuote(purchase: Purchase & { provider: string | undefined }): Promise<OnrampQuote>
  /** Opens a purchase. @throws {@link HttpError} 400, 502 */
  openOrder(
    order: Omit<Order, 'id'> & { provider: string; projectId: string },
  ): Promise<{ id: string; url: string; expiresAt: string }>
  readOrder: OnrampOrders['read']
  readHashes: OnrampOrders['readHashes']
  /** Verifies a webhook. @throws {@link HttpError} 401, 404 for a provider that is not set up */
  readWebhook(name: string, message: Omit<WebhookMessage, 'now'>): Promise<OnrampEvent>
  /** Applies a verified event. @throws {@link HttpError} 404, 409 */
  applyEvent: OnrampOrders['apply']
  forgetOld(): Promise<void>
}

export function createOnramp({
  log,
  now = Date.now,
  providers = [],
  queries,
}: {
  log: Logger
  /** Returns ms since 1970. @default Date.now */
  now?: (() => number) | undefined
  /** @default none: nothing can be bought */
  providers?: readonly OnrampProvider[] | undefined
  queries: Queries
}): Onramp {
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  const orders = createOnrampOrders({ now, queries })
  const offers = cached({
    ttlMs: offerTtlMs,
    now,
    load: (name) => byName.get(name)!.getOffer(),
  })
  const find = (name: string): OnrampProvider => {
    const provider = byName.get(name)
    if (provider) return provider
    throw new HttpError(400, 'params-invalid', 'There is no such provider', { field: 'provider' })
  }

  async function getOffers(): Promise<OnrampOffer[]> {
    const found = await Promise.all(
      providers.map(async ({ name }) => {
        try {
          const { feePercent, label = name, namespaces = [] } = readOwn(onrampProviders, name) ?? {}
          const fee = feePercent === undefined ? {} : { feePercent }
          return [{ name, label, namespaces: [...namespaces], ...fee, ...(await offers(name)) }]
        } catch (error) {
          // One provider less is better than none.
          log.warn({ error, provider: name }, 'a provider has no offer')
          return []
        }
      }),
    )
    if (providers.length > 0 && found.flat().length === 0)
      throw new HttpError(502, 'http-failed', 'No provider answers')
    return found.flat()
  }

  const sells = (offer: OnrampOffer, { network, purchaseCurrency }: Purchase) =>
    offer.purchaseCurrencies.some(
      ({ id, networks }) =>
        id === purchaseCurrency && networks.some(({ chainId }) => chainId === network),
    )

  return {
    getOffers,
    async getQuote({ provider: named, ...purchase }) {
      const name = named ?? (await getOffers()).find((offer) => sells(offer, purchase))?.name
      if (name === undefined)
        throw new HttpError(400, 'params-invalid', 'No provider sells this', {
          field: 'purchaseCurrency',
        })
      return { provider: name, ...(await find(name).getQuote(purchase)) }
    },
    async openOrder({ projectId, provider: name, ...order }) {
      const provider = find(name)
      const id = randomBytes(18).toString('base64url')
      const opened = await provider.openOrder({ ...order, id })
      if (!isOnrampUrl(name, opened.url)) {
        log.error({ provider: name }, 'a provider answered with a URL that is not its own')
        throw new HttpError(502, 'http-failed', `${name} answered with another address`)
      }
      const expiresAt = new Date(opened.expiresAt ?? now() + orderMs)
      await orders.add({
        ...{ id, projectId, provider: name, expiresAt, status: 'open' as const },
        reference: opened.reference ?? null,
        address: order.address,
        network: order.network,
      })
      return { id, url: opened.url, expiresAt: expiresAt.toISOString() }
    },
    readOrder: orders.read,
    readHashes: orders.readHashes,
    async readWebhook(name, message) {
      const provider = byName.get(name)
      if (!provider) throw new HttpError(404, 'resource-not-found', 'There is no such provider')
      return provider.readWebhook({ ...message, now: now() })
    },
    applyEvent: orders.apply,
    forgetOld: orders.forgetOld,
  }
}
