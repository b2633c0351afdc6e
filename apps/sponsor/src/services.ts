import type { Limiter, Logger, NetworkRule } from '@foyer/server'
import type { Chain } from './chains/chain.ts'
import type { Queries } from './database/sponsorDatabase.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Policy } from './policy/policy.ts'
import type { Queue } from './queue/queue.ts'

/** Services that the sponsor's functions share. */
export type Services = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly limits: Limits
  readonly limiter: Limiter
  readonly queries: Queries
  readonly policy: Policy
  /** By CAIP-2 id. */
  readonly chains: ReadonlyMap<string, Chain>
  readonly queue: Queue
  /** The sites' paymasters that may be asked. */
  readonly networkRule: NetworkRule
  /** The login server's token; without one, its calls are refused. */
  readonly serviceToken: string | undefined
  readonly trustedProxies: number
  readonly metricsToken: string | undefined
  /** Rejects when the server does not work. */
  checkHealth(): Promise<void>
  /** Returns the time in ms since 1970. */
  now(): number
}
