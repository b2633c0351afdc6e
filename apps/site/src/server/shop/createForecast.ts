import { createPaywall } from '@foyer/x402/server'
import { Hono } from 'hono'
import { forecast } from '../../shop/forecastTerms.ts'
import type { SiteConfig } from '../../siteConfig.ts'

/** The facilitator of payments (x402), and this server's token there. */
export type Facilitator = { readonly url: string; readonly token: string }

/** The route that costs money, if the first network has the token. */
export function createForecast(config: SiteConfig, { token, url }: Facilitator): Hono {
  const paid = new Hono()
  const terms = forecast(config)
  if (!terms) return paid
  const paywall = createPaywall({
    ...{ facilitatorUrl: url, token, ...terms },
    description: 'The forecast of tomorrow',
  })
  paid.get('/forecast', (c) =>
    paywall.charge(c.req.raw, () => c.json({ forecast: 'Sunny, with a light breeze.' })),
  )
  return paid
}
