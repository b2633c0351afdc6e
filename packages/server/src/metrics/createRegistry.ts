import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The metrics of one server. @param ofProcess - adds memory, processor and event loop; once per process */
export function createRegistry({ ofProcess = false }: { ofProcess?: boolean } = {}): Registry {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return registry
}

/** Duration of calls: `foyer_<app>_request_seconds`. No user, address or device is ever a label. */
export const requestSeconds = (registry: Registry, app: string) =>
  new Histogram({
    name: `foyer_${app}_request_seconds`,
    help: 'How long calls took, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
