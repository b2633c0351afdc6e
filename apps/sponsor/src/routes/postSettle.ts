import { postSettle } from '@foyer/protocol/x402'
import { defineRoute } from '@foyer/server'
import { ofMerchant } from '../doors.ts'
import { readOrder } from '../payments/readOrder.ts'
import { settlePayment } from '../payments/settlePayment.ts'

/** Makes a payment, once. */
export const postSettleRoute = defineRoute(postSettle, ofMerchant, ({ body, caller }, services) =>
  settlePayment(services, { ...caller, order: readOrder(body) }),
)
