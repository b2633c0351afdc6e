import { createSiwx } from '@foyer/siwx-server'
import { Hono } from 'hono'

/** A server with a route for members. Run it with `serve` of `@hono/node-server`, or export it on an edge platform. */
export function createApp({ origin, secret }: { origin: string; secret: string }): Hono {
  const siwx = createSiwx({ origin, secret })
  const app = new Hono()
  app.all('/siwx/*', (c) => siwx.handle(c.req.raw))
  app.get('/members', async (c) => {
    const session = await siwx.readSession(c.req.raw)
    if (!session) return c.json({ error: 'Sign in first.' }, 401)
    return c.json({ hello: session.accounts[0]?.address })
  })
  return app
}
