import {
  createLimiter,
  createMemoryCounter,
  createNetworkRule,
  type LimitSettings,
  type ProcessOptions,
  type RunningServer,
  resolveLimits,
  runServer,
} from '@foyer/server'
import { createDatabaseCounter, forgetRates, openDatabase } from '@foyer/server/database'
import * as v from 'valibot'
import { createApiLog } from './apiLog.ts'
import { createApp } from './app.ts'
import { createBalances } from './balances/balances.ts'
import { cached } from './cached.ts'
import { type Chain, type ChainConfig, chainConfigs } from './chains/chainConfig.ts'
import { apiDatabase, type DatabaseLocation } from './database/apiDatabase.ts'
import { rates } from './database/schema.ts'
import { createDirectory, type DirectoryWallet } from './directory/directory.ts'
import { importWallets } from './directory/importWallets.ts'
import { builtInWalletsPath, readWalletFile } from './directory/readWalletFile.ts'
import { createEns } from './ens/ens.ts'
import { createHistories } from './history/histories.ts'
import { createIdentities } from './identity/identities.ts'
import { createIcons, type KnownNames } from './images/icons.ts'
import { startIndexer } from './indexer/startIndexer.ts'
import { limits as limitTable } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { createNameRegistry } from './names/nameRegistry.ts'
import { createNames } from './names/names.ts'
import { createNftMedia } from './nfts/nftMedia.ts'
import { createNftMetadata } from './nfts/nftMetadata.ts'
import { createOnramp } from './onramp/onramp.ts'
import { type OnrampSettings, onrampProvidersOf } from './onramp/onrampProvidersOf.ts'
import {
  createPriceProviders,
  type PriceSettings,
  type PriceSource,
} from './prices/createPriceProviders.ts'
import { createPrices } from './prices/prices.ts'
import { getProject, saveProject } from './projects/projects.ts'
import { createChainRpc } from './rpc/chainRpc.ts'
import { serveRpcSockets } from './rpc/rpcSocket.ts'
import type { Services } from './services.ts'
import type { AggregatorChoice } from './swap/createSources.ts'
import { createSwapServices } from './swap/createSwapServices.ts'
import { createEventStore } from './telemetry/eventStore.ts'

export type Api = RunningServer

/** Time until a change of a project is visible, in ms. */
const projectTtlMs = 5000

/**
 * Starts the server.
 *
 * @throws when the port is taken or the database can not be opened
 */
export async function start(options: start.Options): Promise<Api> {
  const {
    aggregators,
    arweaveGateway,
    database: location = { kind: 'memory' },
    eventRetentionMs,
    extraWallets,
    host = '127.0.0.1',
    indexer: indexing = {},
    ipfsGateway,
    isSecure,
    limits,
    metricsToken,
    nameSuffix,
    nftOrigins,
    onramp: sellers = {},
    port,
    priceSettings,
    prices: priceNames = ['pools'],
    projects = [],
    publicUrl,
    serviceToken,
    tokenLists,
    trustedProxies = 0,
  } = options
  const chains = v.parse(chainConfigs, options.chains ?? [])
  const log = createApiLog(options, chains)
  const database = await openDatabase(apiDatabase, location)
  const { queries } = database
  try {
    await importWallets(queries, {
      isBuiltIn: true,
      rows: await readWalletFile(builtInWalletsPath),
    })
    for (const project of projects) await saveProject(queries, project)
  } catch (error) {
    await database.close()
    throw error
  }
  const events = createEventStore({ queries, retentionMs: eventRetentionMs })
  const metrics = createMetrics({ ofProcess: true })
  const rpc = createChainRpc({ chains, log, metrics })
  const held = resolveLimits(limitTable, limits)
  // Gateways of names are public servers: the trusted origins are not for them.
  const ens = createEns({ limits: held, rpc, rule: createNetworkRule() })
  const identities = createIdentities({ ens, ipfsGateway, rpc })
  const sources = {
    rule: createNetworkRule({ trustedOrigins: nftOrigins }),
    ipfsGateway,
    arweaveGateway,
  }
  const metadata = createNftMetadata({ limits: held, log, queries, rpc, sources })
  const providers = createPriceProviders(rpc, priceNames, priceSettings)
  const prices = createPrices({ log, providers, rpc })
  const services: Services = {
    log,
    metrics,
    limits: held,
    limiter: createLimiter({
      counters: [
        createMemoryCounter().count,
        // A data folder belongs to one process; a database server is shared by several.
        ...(location.kind === 'postgres' ? [createDatabaseCounter(queries, rates)] : []),
      ],
      now: Date.now,
    }),
    directory: createDirectory({ extraWallets, queries }),
    icons: createIcons(knownNames(chains)),
    events,
    rpc,
    identities,
    names: createNames({
      ens,
      identities,
      rpc,
      registry: nameSuffix
        ? createNameRegistry({
            ...{ queries, rpc, suffix: nameSuffix },
            namesPerAddress: held.namesPerAddress,
          })
        : undefined,
    }),
    histories: createHistories({ log, metadata, queries, rpc }),
    nftMedia: createNftMedia({ limits: held, log, metadata, sources }),
    prices,
    balances: createBalances({ rpc, prices }),
    ...createSwapServices({ aggregators, log, prices, rpc, tokenLists }),
    onramp: createOnramp({ log, providers: onrampProvidersOf(sellers), queries }),
    getProject: cached({ load: (id) => getProject(queries, id), ttlMs: projectTtlMs }),
    checkHealth: () => database.ping(),
    publicUrl,
    isSecure: isSecure ?? publicUrl?.startsWith('https:') === true,
    trustedProxies,
    metricsToken,
    serviceToken,
  }
  // A data folder has one process: use a fixed id, so that a restart can renew its own leases.
  const holder = location.kind === 'postgres' ? undefined : 'server'
  const indexer = indexing && startIndexer({ ...indexing, holder, log, queries, rpc })
  const app = createApp(services)
  return runServer({
    host,
    port,
    log,
    said: { chains: String(chains.length), database: location.kind },
    open: ({ server }) => ({ fetch: app.fetch, end: serveRpcSockets(server, services) }),
    async tend() {
      const gone = await events.forgetOld()
      if (gone > 0) log.info({ gone }, 'old events deleted')
      await metadata.forgetOld()
      await services.onramp.forgetOld()
      await forgetRates(queries, rates, Date.now())
      await services.histories.forgetOld()
      await database.tend()
    },
    async close() {
      if (indexer) await indexer.stop()
      metadata.stop()
      await database.close()
    },
  })
}

export declare namespace start {
  type Options = ProcessOptions & {
    /** Location of the database. @default memory: lost when the process ends */
    database?: DatabaseLocation | undefined
    /** Projects to create, or update to this state, at the start. @default none */
    projects?: readonly saveProject.Parameters[] | undefined
    /** Chains that the server talks to. @default none */
    chains?: readonly ChainConfig[] | undefined
    /** Sources of prices, all of them asked; the first one's price is shown unless two differ. @default ['pools'] */
    prices?: readonly PriceSource[] | undefined
    /** Aggregators of swaps, besides the chains' own markets. @default none */
    aggregators?: readonly AggregatorChoice[] | undefined
    /** URLs, or paths of files, of token lists whose tokens can be swapped. @default none */
    tokenLists?: readonly string[] | undefined
    /** Addresses and keys of the sources. @default their public addresses, without a key */
    priceSettings?: PriceSettings | undefined
    /** Gateway for avatars and NFTs on IPFS: `https://gateway.example`. @default they are omitted */
    ipfsGateway?: string | undefined
    /** Suffix of the names that this server registers: `names.example`. @default it registers none */
    nameSuffix?: string | undefined
    /** Gateway for NFTs on Arweave: `https://arweave.net`. @default they are omitted */
    arweaveGateway?: string | undefined
    /** Origins that NFTs may name although they are private, or http: for a local network. @default none */
    nftOrigins?: readonly string[] | undefined
    /** Providers that sell coins, with their keys. @default none: nothing can be bought */
    onramp?: OnrampSettings | undefined
    /** Wallets listed before the directory's, known to this process only. @default none */
    extraWallets?: readonly DirectoryWallet[] | undefined
    /** Settings for indexing the chains' blocks; `false`: another process indexes them. @default every 2 s */
    indexer?: Pick<startIndexer.Options, 'leaseMs' | 'pollMs'> | false | undefined
    limits?: LimitSettings<typeof limitTable> | undefined
    /** @default 30 days */
    eventRetentionMs?: number | undefined
    /** URL by which clients reach this server: `https://api.example.com`. @default the address they asked */
    publicUrl?: string | undefined
    /** Tells browsers to use TLS only (HSTS). @default true when `publicUrl` is https */
    isSecure?: boolean | undefined
    /** The token that the operator's other servers send to ask about projects. @default no server may ask */
    serviceToken?: string | undefined
    /** Additional texts to redact in logs. @default none */
    secrets?: readonly string[] | undefined
  }
}

function knownNames(chains: readonly Chain[]): KnownNames {
  return {
    networks: chains.map(({ caipId, icon, name }) => ({ id: caipId, name, icon })),
    tokens: chains.flatMap((chain) => [chain.nativeCurrency, ...chain.tokens]),
  }
}
