import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isThisMachine } from './clientAddress.ts'
import type { Metrics } from './metrics.ts'

/** What a relay answers to plain HTTP. */
export function createApp({
  checkHealth,
  metrics,
  metricsToken,
}: {
  checkHealth: () => Promise<void>
  metrics: Metrics
  metricsToken: string | undefined
}): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const error = (code: string, message: string) => ({ error: { code, message } })
  app.get('/health', async (c) => {
    try {
      await checkHealth()
    } catch {
      return c.json(error('http-failed', 'The mailboxes can not be reached'), 503)
    }
    return c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    const isAllowed =
      metricsToken === undefined
        ? isThisMachine(c.env.incoming)
        : isSame(c.req.header('Authorization') ?? '', `Bearer ${metricsToken}`)
    if (!isAllowed) return c.json(error('unauthorized', 'Metrics are not for you'), 403)
    return c.text(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
    })
  })
  app.notFound((c) =>
    c.json(
      error('resource-not-found', 'This is a WebSocket relay: connect with ws:// or wss://'),
      404,
    ),
  )
  return app
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
