import {
  type Counter,
  createLimiter,
  createLog,
  createMemoryCounter,
  createNetworkRule,
  type LimitSettings,
  type NetworkRule,
  resolveLimits,
} from '@foyer/server'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { createApp } from './app.ts'
import { createBalances } from './balances/balances.ts'
import { type ChainConfig, chainConfigs } from './chains/chainConfig.ts'
import { apiDatabase, type Database } from './database/apiDatabase.ts'
import { createDirectory, type DirectoryWallet } from './directory/directory.ts'
import { importWallets } from './directory/importWallets.ts'
import type { WalletRow } from './directory/walletRow.ts'
import { createEns } from './ens/ens.ts'
import { createHistories } from './history/histories.ts'
import { createIdentities } from './identity/identities.ts'
import { createIcons, type KnownNames } from './images/icons.ts'
import { limits as limitTable } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { createNameRegistry } from './names/nameRegistry.ts'
import { createNames } from './names/names.ts'
import { createNftMedia } from './nfts/nftMedia.ts'
import { createNftMetadata, type NftMetadata } from './nfts/nftMetadata.ts'
import type { NftSources } from './nfts/nftSource.ts'
import { createOnramp } from './onramp/onramp.ts'
import type { OnrampProvider } from './onramp/onrampProvider.ts'
import { createPoolPrices } from './prices/poolPrices.ts'
import type { PriceProvider } from './prices/priceProvider.ts'
import { createPrices } from './prices/prices.ts'
import { getProject, saveProject } from './projects/projects.ts'
import { createChainRpc } from './rpc/chainRpc.ts'
import type { Services } from './services.ts'
import type { AggregatorChoice } from './swap/createSources.ts'
import { createSwapServices } from './swap/createSwapServices.ts'
import { createEventStore } from './telemetry/eventStore.ts'

/** The whole server on its own database, called without a socket. */
export type TestApi = {
  readonly database: Database
  /** Log lines so far. */
  readonly logLines: readonly string[]
  /** Its descriptions of NFTs. */
  readonly metadata: NftMetadata
  request(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** A project that lists `https://shop.example` and wants usage events. */
export const shop = {
  id: 'a'.repeat(32),
  name: 'Shop',
  isAnalyticsEnabled: true,
  origins: ['https://shop.example'],
}
/** A project that the operator has disabled. */
export const shut = { ...shop, id: 'b'.repeat(32), name: 'Shut', isDisabled: true }
/** A project under development, which collects no events, like any project by default. */
export const lab = {
  id: 'c'.repeat(32),
  name: 'Lab',
  isDevelopment: true,
  origins: ['https://*.lab.example'],
}

export async function createTestApi({
  aggregators,
  chains = [],
  counters = [],
  database: given,
  engine = 'PGlite',
  ensRule,
  extraWallets,
  ipfsGateway,
  limits,
  names,
  nameSuffix,
  nftSources,
  now,
  onrampProviders,
  priceProviders,
  rpc: rpcOptions,
  services,
  wallets = [],
}: createTestApi.Options = {}): Promise<TestApi> {
  const database = given ?? (await openTestDatabase(apiDatabase, engine))
  const { queries } = database
  for (const project of [shop, shut, lab]) await saveProject(queries, project)
  await importWallets(queries, { isBuiltIn: true, rows: wallets })
  const logLines: string[] = []
  const log = createLog({ app: 'api', destination: { write: (line) => logLines.push(line) } })
  const metrics = createMetrics()
  const rpc = createChainRpc({ chains: v.parse(chainConfigs, chains), log, metrics, ...rpcOptions })
  const held = resolveLimits(limitTable, limits)
  const ens = createEns({ limits: held, rpc, rule: ensRule ?? createNetworkRule() })
  const identities = createIdentities({ ens, ipfsGateway, now, rpc })
  const sources = {
    rule: createNetworkRule(),
    ...{ ipfsGateway, arweaveGateway: undefined },
    ...nftSources,
  }
  const metadata = createNftMetadata({ limits: held, log, now, queries, rpc, sources })
  const providers = priceProviders ?? [createPoolPrices(rpc, now)]
  const prices = createPrices({ log, now, providers, rpc })
  const app = createApp({
    log,
    metrics,
    rpc,
    identities,
    names: createNames({
      ...{ ens, identities, now, rpc },
      registry: nameSuffix
        ? createNameRegistry({
            ...{ now, queries, rpc, suffix: nameSuffix },
            namesPerAddress: held.namesPerAddress,
          })
        : undefined,
    }),
    limits: held,
    histories: createHistories({ log, metadata, now, queries, rpc }),
    nftMedia: createNftMedia({ limits: held, log, metadata, now, sources }),
    prices,
    balances: createBalances({ now, prices, rpc }),
    ...createSwapServices({ aggregators, log, now, prices, rpc }),
    onramp: createOnramp({ log, now, providers: onrampProviders, queries }),
    limiter: createLimiter({ counters: [createMemoryCounter().count, ...counters], now: Date.now }),
    directory: createDirectory({ extraWallets, queries }),
    icons: createIcons(names),
    events: createEventStore({ queries }),
    getProject: (id) => getProject(queries, id),
    checkHealth: () => database.ping(),
    publicUrl: 'https://api.example',
    isSecure: false,
    trustedProxies: 1,
    metricsToken: undefined,
    serviceToken: undefined,
    ...services,
  })
  return {
    database,
    logLines,
    metadata,
    request: async (path, init) => app.request(path, init),
    close: async () => {
      await metadata.settle()
      if (given === undefined) await database.close()
    },
  }
}

export declare namespace createTestApi {
  type Options = {
    /** Counters of limits beside memory's. @default none */
    counters?: readonly Counter[] | undefined
    /** @default none */
    aggregators?: readonly AggregatorChoice[]
    /** A database of the test, which the test closes. @default a new one */
    database?: Database
    /** @default none */
    chains?: readonly ChainConfig[]
    /** The clock of caches. @default Date.now */
    now?: () => number
    /** @default the chain's pools */
    priceProviders?: readonly PriceProvider[]
    /** Sellers of coins. @default none */
    onrampProviders?: readonly OnrampProvider[]
    rpc?: Omit<createChainRpc.Options, 'chains' | 'log' | 'metrics'>
    /** @default 'PGlite' */
    engine?: TestEngine
    /** Allowed gateways of names. @default the public internet */
    ensRule?: NetworkRule
    extraWallets?: readonly DirectoryWallet[]
    /** @default none */
    ipfsGateway?: string
    limits?: LimitSettings<typeof limitTable>
    /** Suffix of the names that it registers. @default none */
    nameSuffix?: string
    names?: KnownNames
    /** Allowed sources of descriptions and images of NFTs. @default the public internet */
    nftSources?: Partial<NftSources>
    /** Replaces parts of the server. */
    services?: Partial<Services>
    /** @default none */
    wallets?: readonly WalletRow[]
  }
}
