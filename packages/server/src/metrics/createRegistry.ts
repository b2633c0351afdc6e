import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Makes a server's Prometheus registry. @param ofProcess - adds memory, CPU and event loop; once per process */
export function createRegistry({ ofProcess = false }: { ofProcess?: boolean } = {}): Registry {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return registry
}

/** Makes the histogram of call durations, `foyer_<app>_request_seconds`. Never label it with a user, address or device. */
export const requestSeconds = (registry: Registry, app: string) =>
  new Histogram({
    name: `foyer_${app}_request_seconds`,
    help: 'How long calls took, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
