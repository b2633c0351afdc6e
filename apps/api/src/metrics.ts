import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What an operator watches; each server has its own. */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}) {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'foyer_api_request_seconds',
      help: 'How long calls took, by route and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers: [registry],
    }),
    rpcAttempts: new Counter({
      name: 'foyer_api_rpc_attempts_total',
      help: 'Requests to chains, by chain, place of the upstream in the list, and outcome.',
      labelNames: ['chain', 'upstream', 'outcome'] as const,
      registers: [registry],
    }),
    events: new Counter({
      name: 'foyer_api_events_total',
      help: 'Telemetry events that were stored, by type.',
      labelNames: ['type'] as const,
      registers: [registry],
    }),
  }
}
