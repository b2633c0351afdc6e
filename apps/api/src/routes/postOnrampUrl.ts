import { postOnrampUrl } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { chooseReceiver } from '../onramp/chooseReceiver.ts'
import { orderBudget } from '../onramp/onrampBudgets.ts'
import { openForCaller } from '../onramp/openForCaller.ts'

/** @source spec 7.36 */
export const postOnrampUrlRoute = defineRoute(
  postOnrampUrl,
  ofProject,
  async ({ body, caller }, services) => {
    const { presetFiatAmount } = body
    const { url } = await openForCaller(services, caller, {
      ...chooseReceiver(body.destinationWallets, body.defaultNetwork),
      provider: body.provider,
      purchaseCurrency: undefined,
      paymentCurrency: 'USD',
      amount: presetFiatAmount === undefined ? undefined : String(presetFiatAmount),
      country: undefined,
      redirectUrl: body.redirectUrl,
    })
    return { url }
  },
  { budget: orderBudget },
)
