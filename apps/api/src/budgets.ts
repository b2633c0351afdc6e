import type { Endpoint } from '@foyer/protocol'
import { type Budget, type Budgets, lightBudget } from '@foyer/server'
import { defaultLimits } from './limits.ts'
import { getProjectPath } from './routes/getProject.ts'
import { routes } from './routes.ts'

/** The paths of an endpoint as the router writes them. */
export function routerPaths({ path }: Endpoint): string[] {
  const written = path.replace(/\{(\w+)\}/g, ':$1')
  return written.endsWith('/') ? [written, written.slice(0, -1)] : [written]
}

/**
 * The budgets of all routes.
 *
 * @param callsPerMinute - of one client over all routes; the count of one route is no narrower. @default 1,200
 */
export function createBudgets(callsPerMinute = defaultLimits.callsPerMinute): Budgets {
  const light = { ...lightBudget, callsPerMinute }
  const internal = { ...lightBudget, callsPerMinute: 60_000, atOnceOfAddress: lightBudget.atOnce }
  const found = new Map<string, Budget>([
    [`GET ${getProjectPath}`, internal],
    ['GET /openapi.json', light],
  ])
  for (const { endpoint, options } of routes) {
    const { finer = [], ...own } = options.budget ?? {}
    const all = [...finer, `${callsPerMinute} a minute of one client over all routes`]
    for (const path of routerPaths(endpoint)) {
      found.set(`${endpoint.method} ${path}`, { ...light, ...own, finer: all })
      found.set(`OPTIONS ${path}`, light)
    }
  }
  return found
}
