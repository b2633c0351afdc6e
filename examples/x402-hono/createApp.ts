import { createPaywall } from '@foyer/x402/server'
import { Hono } from 'hono'

/** A server with a route that costs money. Run it with `serve` of `@hono/node-server`, or export it on an edge platform. */
export function createApp(terms: createPaywall.Options): Hono {
  const paywall = createPaywall({ description: 'The forecast', ...terms })
  const app = new Hono()
  app.get('/forecast', (c) => paywall.charge(c.req.raw, () => c.json({ forecast: 'sunny' })))
  return app
}
