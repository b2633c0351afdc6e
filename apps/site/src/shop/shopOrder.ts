import { isChainId } from '@foyer/protocol'
import { paymentRequest } from '@foyer/protocol/payment'
import * as v from 'valibot'

/** What the shop sells. `symbol`: the token that it costs; undefined: the network's own coin. */
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
/** What the shop's own look at the chain says. */
export const orderState = v.object({
  status: v.picklist(['paid', 'pending', 'unpaid']),
  reason: v.optional(v.string()),
})
