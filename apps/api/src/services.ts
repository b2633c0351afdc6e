import type { Limiter, Logger } from '@foyer/server'
import type { Balances } from './balances/balances.ts'
import type { Directory } from './directory/directory.ts'
import type { Histories } from './history/histories.ts'
import type { Identities } from './identity/identities.ts'
import type { Icons } from './images/icons.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Project } from './projects/projects.ts'
import type { ChainRpc } from './rpc/chainRpc.ts'
import type { EventStore } from './telemetry/eventStore.ts'

/** What the server owns: handed in, so that a test hands in its own. */
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
  /** @returns undefined when there is no such project. */
  getProject(id: string): Promise<Project | undefined>
  /** Rejects when the server can not do its work. */
  checkHealth(): Promise<void>
  /** Where clients reach this server, when that is not the address they asked. */
  readonly publicUrl: string | undefined
  /** Whether browsers are told to come by TLS only. */
  readonly isSecure: boolean
  /** How many proxies in front of this server are to be believed about addresses. */
  readonly trustedProxies: number
  /** What `/metrics` wants as a bearer token; without one it answers nobody. */
  readonly metricsToken: string | undefined
  /** What the operator's other servers show to ask about projects; without one nobody may. */
  readonly serviceToken: string | undefined
}
