import { isChainId } from '@foyer/protocol'
import { paymentRequest } from '@foyer/protocol/payment'
import * as v from 'valibot'

/** The goods of the shop. `symbol`: the token of the price; undefined: the network's own coin. */
export const goods = [
  { id: 'coffee', name: 'A cup of coffee', price: '3', symbol: 'USDC' },
  { id: 'sticker', name: 'A sticker', price: '0.001', symbol: undefined },
] as const

/** A purchase that begins. */
export const newOrder = v.strictObject({
  good: v.picklist(goods.map(({ id }) => id)),
  chainId: v.pipe(
    v.string(),
    v.check((text) => isChainId(text), 'must be a CAIP-2 id'),
  ),
})
export const order = v.object({ request: paymentRequest })

/** The transaction that a page reports; without it the shop looks for one. */
export const payment = v.strictObject({ hash: v.optional(v.pipe(v.string(), v.maxLength(100))) })
/** The shop's own answer, after it has asked the chain. */
export const orderState = v.object({
  status: v.picklist(['paid', 'pending', 'unpaid']),
  reason: v.optional(v.string()),
})
