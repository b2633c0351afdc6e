import { randomBytes } from 'node:crypto'
import type { CardQuote } from './quoteCard.ts'

/** A purchase: it is paid once. */
export type CardOrder = {
  /** Secret part of the page's URL. */
  readonly token: string
  /** The api's id of the purchase. */
  readonly reference: string
  readonly address: string
  readonly quote: CardQuote
  readonly redirectUrl: string | undefined
  /** ms since 1970. */
  readonly expiresAt: number
  /** The first browser that opened the page; any other one is refused. */
  browser?: string
  declines: number
  state: 'open' | 'paying' | 'paid' | 'failed' | 'expired'
  hash?: string
}

/** The newest orders are kept, in memory. */
const mostOrders = 1000

export type CardOrders = {
  add(order: Pick<CardOrder, 'address' | 'quote' | 'redirectUrl' | 'reference'>): CardOrder
  read(token: string): CardOrder | undefined
  findByReference(reference: string): CardOrder | undefined
}

/** Creates the list of purchases. @param lifeMs - time to pay one */
export function createCardOrders(lifeMs: number): CardOrders {
  const orders = new Map<string, CardOrder>()
  return {
    add(given) {
      const token = randomBytes(18).toString('base64url')
      const expiresAt = Date.now() + lifeMs
      const order: CardOrder = { ...given, token, expiresAt, declines: 0, state: 'open' }
      orders.set(token, order)
      const [oldest] = orders.keys()
      if (orders.size > mostOrders && oldest !== undefined) orders.delete(oldest)
      return order
    },
    read: (token) => orders.get(token),
    findByReference: (reference) =>
      [...orders.values()].find((order) => order.reference === reference),
  }
}
