import type { LocalKms } from '@foyer/protocol/custody'
import type { Limiter, Logger, Mailer } from '@foyer/server'
import type { AppendAudit } from '@foyer/server/database'
import type { VerifySiwf } from '@foyer/server/farcaster'
import type { WorkGate } from '@foyer/server/work'
import type { VerifyToken } from './auth/accessToken.ts'
import type { Queries } from './database/vaultDatabase.ts'
import type { Outbox } from './events/outbox.ts'
import type { Limits } from './limits.ts'
import type { VerifyIdToken } from './logins/socials.ts'
import type { Metrics } from './metrics.ts'

/** Services that the vault's functions share. */
export type Services = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly queries: Queries
  readonly kms: LocalKms
  /** Key of the HMACs of addresses, nonces and the audit log. */
  readonly hmacKey: string
  readonly serviceSecret: string
  readonly verifyToken: VerifyToken
  readonly verifyIdToken: VerifyIdToken
  /** Undefined: Farcaster logins are no evidence here. */
  readonly verifySiwf: VerifySiwf | undefined
  readonly audit: AppendAudit
  readonly outbox: Outbox
  readonly mailer: Mailer
  readonly limits: Limits
  readonly limiter: Limiter
  readonly askWork: WorkGate
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
