import { createRegistry, mailMeters, requestSeconds } from '@foyer/server'
import { Counter } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for the operator. No user, address or device is ever a label. */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}) {
  const registry = createRegistry({ ofProcess })
  const registers = [registry]
  return {
    registry,
    requestSeconds: requestSeconds(registry, 'vault'),
    releases: new Counter({
      name: 'foyer_vault_releases_total',
      help: 'Recovery shares released, by the evidence that was accepted.',
      labelNames: ['evidence'] as const,
      registers,
    }),
    breaker: new Counter({
      name: 'foyer_vault_breaker_opened_total',
      help: 'Times that recoveries were paused because there were too many: an alarm.',
      registers,
    }),
    ...mailMeters(registry, 'vault'),
  }
}
