import { loginDevice, loginRpc } from '@foyer/protocol'
import { type Budget, type Budgets, lightBudget } from '@foyer/server'
import { defaultLimits, type Limits } from './limits.ts'
import { reportPath } from './pages/headers.ts'
import { maxReportBytes } from './pages/takePolicyReports.ts'
import { routes } from './routes.ts'

/** @source security 4.6 */
const call: Budget = {
  bodyBytes: 262_144,
  callsPerMinute: 6000,
  answerMs: 30_000,
  atOnce: 1000,
  atOnceOfAddress: 200,
}
/** All calls of the vault come from one address. */
const ofVault = { callsPerMinute: 60_000, atOnceOfAddress: call.atOnce }
/** A frame loads some files at once, and a whole office may share an address. */
const page = { ...lightBudget, callsPerMinute: call.callsPerMinute }

/**
 * The budgets of all routes.
 *
 * @param files - paths of the files that the documents name
 */
export function createBudgets(
  {
    callsOfClientPerMinute,
    callsOfDevicePerMinute,
    rpcAtOnce,
    rpcPerMinute,
    waitsOfDevice,
    waitsOfTxn,
  }: Limits = defaultLimits,
  files: readonly string[] = [],
): Budgets {
  const ofAll = `${callsOfClientPerMinute} a minute of one address over all calls`
  const ofDevice = `${callsOfDevicePerMinute} a minute of one device over all calls`
  const finerOf = (path: string) => [
    ofAll,
    ofDevice,
    ...(path === loginRpc.path
      ? [`${rpcPerMinute} JSON-RPC calls a minute and ${rpcAtOnce} at once of one device`]
      : []),
    ...(path === loginDevice.path
      ? [`${waitsOfTxn} at once of one login, ${waitsOfDevice} of one device`]
      : []),
  ]
  const documents = ['/popup', '/security', '/export', '/frame', '/undo', '/.well-known/jwks.json']
  return new Map<string, Budget>([
    ...[...documents, ...files].map((path) => [`GET ${path}`, page] as const),
    ...routes.map(({ caller, endpoint: { path } }): [string, Budget] => [
      `POST ${path}`,
      {
        ...call,
        // Waits for a person.
        ...(path === loginDevice.path && { atOnceOfAddress: 50 }),
        ...(caller === 'service' ? ofVault : { finer: finerOf(path) }),
      },
    ]),
    [`POST ${reportPath}`, { ...call, bodyBytes: maxReportBytes, callsPerMinute: 600 }],
    ['POST /v1/undo', { ...call, bodyBytes: 4096, finer: [ofAll] }],
  ])
}
