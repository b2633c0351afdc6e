import { type Budget, type Budgets, lightBudget, resolveLimits, routeBudgets } from '@foyer/server'
import { callBudget } from './doors.ts'
import { type Limits, limits } from './limits.ts'
import { reportPath } from './pages/headers.ts'
import { routes } from './routes.ts'
import { callbackPath, startPath } from './social/beginSocial.ts'

const documents = [
  '/popup',
  '/security',
  '/export',
  '/frame',
  '/undo',
  '/.well-known/jwks.json',
  startPath,
]

/**
 * The budgets of all routes.
 *
 * @param held - the limits that hold. @default the defaults
 * @param files - paths of the files that the documents name
 */
export function createBudgets(
  held: Limits = resolveLimits(limits),
  files: readonly string[] = [],
): Budgets {
  const call = callBudget(held)
  // A frame loads some files at once, and a whole office may share an address.
  const page = { ...lightBudget(held), callsPerMinute: call.callsPerMinute }
  const report = { bodyBytes: held.reportBytes, callsPerMinute: held.reportCallsPerMinute.limit }
  const social = {
    ...call,
    callsPerMinute: held.socialsOfClientPerMinute.limit,
    bodyBytes: held.formBytes,
    finer: [],
  }
  return new Map<string, Budget>([
    ...[...documents, ...files].map((path) => [`GET ${path}`, page] as const),
    ...routeBudgets(routes, held),
    // Each exchanges a code at the provider.
    [`GET ${callbackPath}`, social],
    [`POST ${callbackPath}`, social],
    [`POST ${reportPath}`, { ...call, ...report, finer: [] }],
  ])
}
