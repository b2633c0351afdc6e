import {
  createLimiter,
  createLog,
  createNetworkRule,
  type LimitSettings,
  type ProcessOptions,
  type RunningServer,
  resolveLimits,
  runServer,
} from '@foyer/server'
import {
  createDatabaseCounter,
  forgetRates,
  openDatabase,
  secretsOfLocation,
} from '@foyer/server/database'
import * as v from 'valibot'
import { createApp } from './app.ts'
import { createChains } from './chains/chain.ts'
import { rates } from './database/schema.ts'
import { type DatabaseLocation, sponsorDatabase } from './database/sponsorDatabase.ts'
import { limits as limitTable } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { type PolicyFile, policy as policySchema } from './policy/policy.ts'
import { createQueue } from './queue/queue.ts'

/** A running sponsor. */
export type Sponsor = RunningServer

/**
 * Starts the sponsor.
 *
 * @throws Error when the port is taken, the database can not be opened, or the policy is not valid
 */
export async function start({
  database: location = { kind: 'memory' },
  host = '127.0.0.1',
  limits: limitSettings,
  logDestination,
  logLevel = 'error',
  metricsToken,
  now = Date.now,
  paymasterKey,
  policy: written,
  port,
  senderKeys,
  serviceToken,
  trustedPaymasters,
  trustedProxies = 0,
}: start.Options): Promise<Sponsor> {
  const policy = v.parse(policySchema, written)
  if (paymasterKey === undefined && policy.chains.some(({ paymaster }) => paymaster))
    throw new Error('The policy names a paymaster: set PAYMASTER_KEY to the key of its signer.')
  const log = createLog({
    app: 'sponsor',
    level: logLevel,
    destination: logDestination,
    secrets: [
      ...senderKeys,
      ...secretsOfLocation(location),
      ...[serviceToken, metricsToken, paymasterKey],
      // Addresses of nodes often contain a key.
      ...policy.chains.flatMap(({ bundlerUrl, rpcUrl }) => [rpcUrl, bundlerUrl]),
    ],
  })
  const limits = resolveLimits(limitTable, limitSettings)
  const database = await openDatabase(sponsorDatabase, location)
  const { queries } = database
  const metrics = createMetrics({ ofProcess: true })
  const chains = createChains(policy.chains, senderKeys, now, paymasterKey)
  const { alarmAtPercent } = policy
  const queue = createQueue({ alarmAtPercent, chains, limits, log, metrics, now, queries })
  const app = createApp({
    ...{ chains, limits, log, metrics, metricsToken, now, policy, queries, queue },
    ...{ serviceToken, trustedProxies },
    networkRule: createNetworkRule({ trustedOrigins: trustedPaymasters }),
    limiter: createLimiter({ counters: [createDatabaseCounter(queries, rates)], now }),
    checkHealth: () => database.ping(),
  })
  return runServer({
    ...{ host, log, port },
    said: { database: location.kind },
    open: () => app,
    async tend() {
      await forgetRates(queries, rates, now())
      await queue.tend()
      await database.tend()
    },
    async close() {
      await queue.end()
      await database.close()
    },
  })
}

export declare namespace start {
  type Options = ProcessOptions & {
    /** Everything that the operator pays for. */
    policy: PolicyFile
    /** Private keys of the accounts that pay. They need coins on each chain, and nothing else may use them. */
    senderKeys: readonly `0x${string}`[]
    /** Private key of the paymaster's signer. It needs no coins. @default none: no paymaster */
    paymasterKey?: `0x${string}` | undefined
    /** Origins of paymaster services that may be at private addresses, and http. @default none */
    trustedPaymasters?: readonly string[] | undefined
    /** The login server's token. @default none: its calls are refused */
    serviceToken?: string | undefined
    /** Location of the database. @default memory: lost when the process ends */
    database?: DatabaseLocation | undefined
    limits?: LimitSettings<typeof limitTable> | undefined
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}
