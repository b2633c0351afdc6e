import { relayMethods } from '@foyer/protocol'
import { type Budget, resolveLimits } from '@foyer/server'
import { type Limits, limits as table } from './limits.ts'

/** What one method of the socket may cost. Rates and counts are of one socket, where nothing else is said. */
export type MethodBudget = Pick<Budget, 'answerMs' | 'atOnce' | 'finer'> & {
  /** Longest frame. */
  readonly frameBytes: number
  readonly callsPerSecond: number
}

const publishes: ReadonlySet<string> = new Set([
  ...['irn_publish', 'irn_batchPublish', 'wc_proposeSession', 'wc_approveSession'],
])
const reads: ReadonlySet<string> = new Set([
  ...['irn_subscribe', 'irn_batchSubscribe', 'wc_proposeSession', 'wc_approveSession'],
])

/** The budget of each method of the protocol. @param limits - those that hold. @default the defaults */
export function createBudgets(
  limits: Limits = resolveLimits(table),
): ReadonlyMap<string, MethodBudget> {
  const mebibytes = limits.publishBytesPerMinute.limit / 1_048_576
  return new Map(
    Object.keys(relayMethods).map((method) => [
      `WS ${method}`,
      {
        frameBytes: limits.maxMessageBytes,
        callsPerSecond: limits.requestsPerSecond.limit,
        answerMs: limits.answerMs,
        atOnce: limits.requestsAtOnce,
        finer: [
          ...(publishes.has(method) ? [`${mebibytes} MiB a minute of one client`] : []),
          ...(reads.has(method) ? [`${limits.topicsPerClient} topics of one client`] : []),
        ],
      },
    ]),
  )
}
