import { postOnrampSession } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { chooseReceiver } from '../onramp/chooseReceiver.ts'
import { orderBudget } from '../onramp/onrampBudgets.ts'
import { openForCaller } from '../onramp/openForCaller.ts'

/** @source spec 7.36 */
export const postOnrampSessionRoute = defineRoute(
  postOnrampSession,
  ofProject,
  async ({ body, caller }, services) =>
    openForCaller(services, caller, {
      ...chooseReceiver(body.destinationWallets, body.network),
      provider: body.provider,
      purchaseCurrency: body.purchaseCurrency,
      paymentCurrency: body.paymentCurrency,
      amount: body.amount,
      country: body.country,
      redirectUrl: body.redirectUrl,
    }),
  { budget: orderBudget },
)
