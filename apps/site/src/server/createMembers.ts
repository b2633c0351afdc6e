import { randomBytes } from 'node:crypto'
import { createSiwx, memorySessions } from '@foyer/siwx-server'
import { Hono } from 'hono'
import { createPublicClient, http } from 'viem'
import type { SiteConfig } from '../siteConfig.ts'

/** The sign-in of the site, and what only members may read. Sessions end with the process. */
export function createMembers({ config, origin }: { config: SiteConfig; origin: string }): Hono {
  const evm = config.networks.filter(({ id }) => typeof id === 'number')
  const siwx = createSiwx({
    origin,
    secret: randomBytes(32).toString('hex'),
    sessions: memorySessions(),
    chains: config.networks.map(({ id }) =>
      typeof id === 'number' ? (`eip155:${id}` as const) : (`solana:${id}` as const),
    ),
    clients: Object.fromEntries(
      evm.map(({ id, rpcUrls }) => [
        `eip155:${id}`,
        createPublicClient({ transport: http(rpcUrls.default.http[0]) }),
      ]),
    ),
  })
  const app = new Hono()
  app.all('/siwx/*', (c) => siwx.handle(c.req.raw))
  app.get('/api/members', async (c) => {
    c.header('Cache-Control', 'no-store')
    const session = await siwx.readSession(c.req.raw)
    if (!session) return c.json({ error: 'Sign in first.' }, 401)
    return c.json({ secret: 'The cloakroom is on the left. Welcome back.' })
  })
  return app
}
