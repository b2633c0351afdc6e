import type { Limiter, Logger } from '@foyer/server'
import type { Balances } from './balances/balances.ts'
import type { Directory } from './directory/directory.ts'
import type { GasPrices } from './gas/gasPrices.ts'
import type { Histories } from './history/histories.ts'
import type { Identities } from './identity/identities.ts'
import type { Icons } from './images/icons.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Names } from './names/names.ts'
import type { NftMedia } from './nfts/nftMedia.ts'
import type { Onramp } from './onramp/onramp.ts'
import type { Prices } from './prices/prices.ts'
import type { Project } from './projects/projects.ts'
import type { ChainRpc } from './rpc/chainRpc.ts'
import type { Approvals } from './swap/approvals.ts'
import type { Crossings } from './swap/crossings.ts'
import type { Swaps } from './swap/swaps.ts'
import type { SwapTokens } from './swap/swapTokens.ts'
import type { EventStore } from './telemetry/eventStore.ts'

/** The api's dependencies, which tests can replace. */
export type Services = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly limits: Limits
  readonly limiter: Limiter
  readonly directory: Directory
  readonly icons: Icons
  readonly events: EventStore
  readonly rpc: ChainRpc
  readonly balances: Balances
  readonly histories: Histories
  readonly identities: Identities
  readonly names: Names
  readonly nftMedia: NftMedia
  readonly gasPrices: GasPrices
  readonly prices: Prices
  readonly swaps: Swaps
  readonly swapTokens: SwapTokens
  readonly approvals: Approvals
  readonly crossings: Crossings
  readonly onramp: Onramp
  /** @returns undefined when there is no such project. */
  getProject(id: string): Promise<Project | undefined>
  /** Rejects when the server does not work. */
  checkHealth(): Promise<void>
  /** URL by which clients reach this server, when it differs from the address they asked. */
  readonly publicUrl: string | undefined
  /** Tells browsers to use TLS only (HSTS). */
  readonly isSecure: boolean
  /** Number of proxies in front of this server whose forwarded addresses are trusted. */
  readonly trustedProxies: number
  /** The bearer token required by `/metrics`; without one, every call is refused. */
  readonly metricsToken: string | undefined
  /** Service token of the operator's other servers; without one, their calls are refused. */
  readonly serviceToken: string | undefined
}
