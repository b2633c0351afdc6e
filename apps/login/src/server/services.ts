import type { LocalKms } from '@foyer/protocol/custody'
import type { Concurrency, Limiter, Logger, Mailer } from '@foyer/server'
import type { AppendAudit } from '@foyer/server/database'
import type { WorkGate } from '@foyer/server/work'
import type { Boot } from '../boot.ts'
import type { PageBundle } from '../build/pageBundle.ts'
import type { Customs } from './custom/customs.ts'
import type { Queries } from './database/database.ts'
import type { Farcaster } from './farcaster/farcaster.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Projects } from './projects/projects.ts'
import type { CallChain } from './rpc/callChain.ts'
import type { Socials } from './social/socials.ts'
import type { CallSponsor } from './sponsor/createCallSponsor.ts'
import type { Tokens } from './tokens/accessTokens.ts'
import type { CallVault } from './vault/callVault.ts'
import type { VaultTeller } from './vault/vaultTeller.ts'
import type { Waiters } from './waiters.ts'

/** Services that the login server's functions share. */
export type Services = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly queries: Queries
  readonly kms: LocalKms
  /** Keys the HMACs of addresses, codes, networks, nonces and the audit log. */
  readonly hmacKey: string
  /** The same, and the second accepted key during a rotation. */
  readonly hmacKeys: readonly string[]
  readonly serviceSecret: string
  readonly tokens: Tokens
  readonly audit: AppendAudit
  readonly mailer: Pick<Mailer, 'send'>
  readonly callVault: CallVault
  readonly vaultTeller: VaultTeller
  readonly projects: Projects
  readonly callChain: CallChain
  /** Undefined: the operator pays no gas. */
  readonly callSponsor: CallSponsor | undefined
  readonly socials: Socials
  /** Undefined where it is not offered. */
  readonly farcaster: Farcaster | undefined
  readonly customs: Customs
  readonly waiters: Waiters
  /** Calls of this process that wait for something. */
  readonly openCalls: Concurrency
  readonly limits: Limits
  readonly limiter: Limiter
  readonly askWork: WorkGate
  /** Origin of the operator's challenge, which the documents may show in a frame; undefined: none. */
  readonly challengeOrigin: string | undefined
  /** The shortest answer to a step of a login, in ms. */
  readonly leastMs: number
  /** `off`: no device needs the vault's link, and the vault relies on this server. */
  readonly deviceApproval: 'always' | 'off'
  /** Origin of this server and its pages, as browsers see it. */
  readonly loginOrigin: string
  /** Origin of the vault, as browsers see it. */
  readonly vaultOrigin: string
  readonly firstPartyProjects: ReadonlySet<string>
  readonly networks: Boot['networks']
  readonly pages: PageBundle
  readonly trustedProxies: number
  readonly metricsToken: string | undefined
  readonly checkHealth: () => Promise<void>
  /** Stores a value as used until a time; returns false when it is stored already. */
  readonly remember: (key: string, untilMs: number) => Promise<boolean>
  readonly now: () => number
}
