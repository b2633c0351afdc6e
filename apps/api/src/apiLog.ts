import { createLog, type Logger, secretsOfUrl } from '@foyer/server'
import type { Chain } from './chains/chainConfig.ts'
import type { start } from './start.ts'

/** The log of a process of the api, which hides what its options hold of secrets. */
export function createApiLog(
  {
    coinGecko,
    database,
    logDestination,
    logLevel = 'error',
    metricsToken,
    secrets = [],
    serviceToken,
  }: Omit<start.Options, 'port'>,
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
      ...(database?.kind === 'postgres' ? secretsOfUrl(database.url) : []),
      ...[metricsToken, serviceToken, coinGecko?.apiKey],
    ],
  })
}
