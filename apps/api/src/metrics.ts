import { createRegistry, requestSeconds } from '@foyer/server'
import { Counter } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for the operator; each server has its own. */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}) {
  const registry = createRegistry({ ofProcess })
  return {
    registry,
    requestSeconds: requestSeconds(registry, 'api'),
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
