import { createHttpApp, type HttpApp, type Logger } from '@foyer/server'
import type { Metrics } from './metrics.ts'

/** What a relay answers to plain HTTP. */
export const createApp = ({
  checkHealth,
  log,
  metrics: { registry },
  metricsToken,
}: {
  checkHealth: () => Promise<void>
  log: Logger
  metrics: Metrics
  metricsToken: string | undefined
}): HttpApp =>
  createHttpApp({
    checkHealth,
    log,
    // `requestSeconds` of a relay are those of its sockets.
    metrics: { registry },
    metricsToken,
    nothingHere: 'This is a WebSocket relay: connect with ws:// or wss://',
  })
