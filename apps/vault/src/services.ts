import type { LocalKms } from '@foyer/protocol'
import type { AppendAudit, Logger, Mailer } from '@foyer/server'
import type { VerifyToken } from './auth/accessToken.ts'
import type { Queries } from './database/vaultDatabase.ts'
import type { Outbox } from './events/outbox.ts'
import type { Metrics } from './metrics.ts'

/** Bounds of what the vault gives out. */
export type Limits = {
  /** Recoveries of one user in 24 hours. @default 3 */
  readonly releasesPerUserPerDay: number
  /** Recoveries of the whole deployment in a minute; one more opens the breaker. @default 30 */
  readonly releasesPerMinute: number
  /** How long the breaker refuses all recoveries. @default 10 minutes */
  readonly breakerMs: number
  /** Calls to `/device` of one network in a minute. @default 60 */
  readonly pageCallsPerMinute: number
  /** Calls of one device to the share endpoints in a minute. @default 60 */
  readonly shareCallsPerMinute: number
}

export const defaultLimits: Limits = {
  releasesPerUserPerDay: 3,
  releasesPerMinute: 30,
  breakerMs: 600_000,
  pageCallsPerMinute: 60,
  shareCallsPerMinute: 60,
}

/** What the vault's parts are made of. */
export type Services = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly queries: Queries
  readonly kms: LocalKms
  /** Keys the HMACs of addresses, nonces and the audit log. */
  readonly hmacKey: string
  readonly serviceSecret: string
  readonly verifyToken: VerifyToken
  readonly audit: AppendAudit
  readonly outbox: Outbox
  readonly mailer: Mailer
  readonly limits: Limits
  readonly allowAssertedRecovery: boolean
  /** Origin of this server, as browsers see it. */
  readonly publicUrl: string
  /** Origin of the login pages, the only one that may call the share endpoints. */
  readonly loginOrigin: string
  /** RP id of passkeys: the host of the login origin. */
  readonly passkeyDomain: string
  readonly trustedProxies: number
  readonly metricsToken: string | undefined
  readonly checkHealth: () => Promise<void>
  readonly now: () => number
}
