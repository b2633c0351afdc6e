import { postVerify } from '@foyer/protocol/x402'
import { defineRoute } from '@foyer/server'
import { ofMerchant } from '../doors.ts'
import { checkPayment, paymentKey } from '../payments/checkPayment.ts'
import { readOrder } from '../payments/readOrder.ts'

/** Checks a payment without making it. */
export const postVerifyRoute = defineRoute(
  postVerify,
  ofMerchant,
  async ({ body, caller: { merchant } }, services) => {
    const order = readOrder(body)
    const payer = order.transfer.from
    if (await services.queue.readByKey(paymentKey(order)))
      return { isValid: false, invalidReason: 'invalid_transaction_state', payer }
    const checked = await checkPayment(services, merchant, order)
    return checked.status === 'valid'
      ? { isValid: true, payer }
      : { isValid: false, invalidReason: checked.reason, payer }
  },
)
