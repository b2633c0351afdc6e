import { relayMethods } from '@foyer/protocol/relay'
import { type Budget, resolveLimits } from '@foyer/server'
import { type Limits, limits as table } from './limits.ts'

/** Limits of one JSON-RPC method, per socket unless stated otherwise. */
export type MethodBudget = Pick<Budget, 'answerMs' | 'atOnce' | 'finer'> & {
  /** Maximum size of a frame, in bytes. */
  readonly frameBytes: number
  readonly callsPerSecond: number
}

const publishes: ReadonlySet<string> = new Set([
  ...['irn_publish', 'irn_batchPublish', 'wc_proposeSession', 'wc_approveSession'],
])
const reads: ReadonlySet<string> = new Set([
  ...['irn_subscribe', 'irn_batchSubscribe', 'wc_proposeSession', 'wc_approveSession'],
])

/** Creates the budget of each method of the protocol. @param limits - those in force. @default the defaults */
export function createBudgets(
  limits: Limits = resolveLimits(table),
): ReadonlyMap<string, MethodBudget> {
  const mebibytes = (bytes: number) => bytes / 1_048_576
  return new Map(
    Object.keys(relayMethods).map((method) => [
      `WS ${method}`,
      {
        frameBytes: limits.maxMessageBytes,
        callsPerSecond: limits.requestsPerSecond.limit,
        answerMs: limits.answerMs,
        atOnce: limits.requestsAtOnce,
        finer: [
          ...(publishes.has(method)
            ? [
                `${mebibytes(limits.publishBytesPerMinute.limit)} MiB a minute of one client`,
                `${mebibytes(limits.publishBytesPerMinuteOfAddress.limit)} of one address`,
              ]
            : []),
          ...(reads.has(method) ? [`${limits.topicsPerClient} topics of one client`] : []),
        ],
      },
    ]),
  )
}
