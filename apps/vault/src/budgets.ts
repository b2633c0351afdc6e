import { type Budget, type Budgets, lightBudget } from '@foyer/server'
import { deviceRoutes, pageRoutes, serviceRoutes, shareRoutes } from './routes.ts'
import { defaultLimits, type Limits } from './services.ts'

const call: Budget = {
  bodyBytes: 65_536,
  callsPerMinute: 1200,
  answerMs: 15_000,
  atOnce: 200,
  atOnceOfAddress: 50,
}
/** All calls of the login server come from one address. */
const ofLogin = { callsPerMinute: 60_000, atOnceOfAddress: call.atOnce }

/** The budgets of all routes. */
export function createBudgets({
  pageCallsPerMinute,
  shareCallsPerMinute,
}: Limits = defaultLimits): Budgets {
  const ofPage = { ...call, finer: [`${pageCallsPerMinute} a minute of one network`] }
  const ofDevice = { ...call, finer: [`${shareCallsPerMinute} a minute of one device`] }
  return new Map<string, Budget>([
    ...['/device', '/device.js', '/device.css'].map(
      (path) => [`GET ${path}`, lightBudget] as const,
    ),
    ...pageRoutes.map(({ path }) => [`POST ${path}`, ofPage] as const),
    ...[...shareRoutes, ...deviceRoutes].flatMap(({ path }) => [
      [`POST ${path}`, ofDevice] as const,
      [`OPTIONS ${path}`, lightBudget] as const,
    ]),
    ...serviceRoutes.map(({ path }) => [`POST ${path}`, { ...call, ...ofLogin }] as const),
  ])
}
