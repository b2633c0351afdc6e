import { createLog, type Logger, type ProcessOptions, secretsOfUrl } from '@foyer/server'
import type { Chain } from './chains/chainConfig.ts'
import type { DatabaseLocation } from './database/apiDatabase.ts'
import { sourceConfigOf } from './history/sources/sourceConfigOf.ts'
import { type OnrampSettings, secretsOfOnramp } from './onramp/onrampProvidersOf.ts'
import type { PriceSettings } from './prices/createPriceProviders.ts'
import type { AggregatorChoice } from './swap/createSources.ts'

/** Makes the log of an api process, with all secrets of its options redacted. */
export function createApiLog(
  {
    aggregators = [],
    database,
    logDestination,
    logLevel = 'error',
    metricsToken,
    onramp = {},
    priceSettings,
    secrets = [],
    serviceToken,
  }: createApiLog.Options,
  chains: readonly Chain[],
): Logger {
  return createLog({
    app: 'api',
    level: logLevel,
    destination: logDestination,
    secrets: [
      ...secrets,
      ...chains.flatMap(({ rpcUrls, wsUrls = [] }) =>
        [...rpcUrls, ...wsUrls].flatMap(secretsOfUrl),
      ),
      ...chains.flatMap((chain) => {
        const { apiKey, url } = sourceConfigOf(chain) ?? {}
        return [apiKey, ...(url === undefined ? [] : secretsOfUrl(url))]
      }),
      ...(database?.kind === 'postgres' ? secretsOfUrl(database.url) : []),
      ...secretsOfOnramp(onramp),
      ...[metricsToken, serviceToken, priceSettings?.coinGecko?.apiKey],
      ...[priceSettings?.pythUrl, ...aggregators.map(({ url }) => url)].flatMap((url) =>
        url === undefined ? [] : secretsOfUrl(url),
      ),
      ...aggregators.map(({ apiKey }) => apiKey),
    ],
  })
}

export declare namespace createApiLog {
  type Options = Pick<ProcessOptions, 'logDestination' | 'logLevel' | 'metricsToken'> & {
    aggregators?: readonly AggregatorChoice[] | undefined
    priceSettings?: PriceSettings | undefined
    database?: DatabaseLocation | undefined
    onramp?: OnrampSettings | undefined
    /** Texts that must never be logged, in addition to those the server knows itself. @default none */
    secrets?: readonly string[] | undefined
    serviceToken?: string | undefined
  }
}
