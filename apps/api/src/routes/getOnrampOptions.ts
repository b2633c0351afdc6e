import { getOnrampOptions } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { providerBudget } from '../onramp/onrampBudgets.ts'

/** @source spec 7.35, 9.23 */
export const getOnrampOptionsRoute = defineRoute(
  getOnrampOptions,
  ofProject,
  async ({ caller }, { onramp }) => {
    const providers = (await onramp.getOffers()).map((offer) => ({
      ...offer,
      purchaseCurrencies: offer.purchaseCurrencies.map((currency) => ({
        ...currency,
        iconUrl: tokenImageUrl(caller, currency.symbol),
      })),
    }))
    return {
      // Limits and networks of the first provider that has it; each provider's own are in `providers`.
      paymentCurrencies: firstOfEach(providers.flatMap((offer) => offer.paymentCurrencies)),
      purchaseCurrencies: firstOfEach(providers.flatMap((offer) => offer.purchaseCurrencies)),
      providers,
    }
  },
  { budget: providerBudget },
)

const firstOfEach = <value extends { id: string }>(values: readonly value[]): value[] =>
  [...new Map([...values].reverse().map((value) => [value.id, value])).values()].reverse()
