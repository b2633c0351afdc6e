import { createHttpApp, type HttpApp, type Logger } from '@foyer/server'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** Creates the HTTP app: `/health` and `/metrics`. */
export const createApp = ({
  checkHealth,
  isSecure,
  limits,
  log,
  metrics: { registry },
  metricsToken,
  trustedProxies,
}: {
  checkHealth: () => Promise<void>
  limits: Limits
  log: Logger
  metrics: Metrics
  metricsToken: string | undefined
  isSecure: boolean
  trustedProxies: number
}): HttpApp =>
  createHttpApp({
    budgets: new Map(),
    checkHealth,
    isSecure,
    limits,
    log,
    // A relay measures `requestSeconds` on its sockets, not on HTTP.
    metrics: { registry },
    metricsToken,
    trustedProxies,
    nothingHere: 'This is a WebSocket relay: connect with ws:// or wss://',
  })
