import { readFile } from 'node:fs/promises'
import {
  bareUrl,
  databaseUrl,
  type Environment,
  onOff,
  processVariables,
  readEnvironment,
  readProcessOptions,
  secret,
  text,
  wholeNumber,
} from '@foyer/server'
import { locateDatabase } from '@foyer/server/database'
import * as v from 'valibot'
import { chainConfigs } from './chains/chainConfig.ts'
import { limits } from './limits.ts'
import { onrampVariables, readOnrampSettings } from './onramp/onrampEnvironment.ts'
import { priceSources } from './prices/createPriceProviders.ts'
import type { start } from './start.ts'
import { aggregatorList } from './swap/createSources.ts'

/** Every variable the server reads. */
const environment = {
  ...processVariables('4010'),
  DATABASE_URL: v.optional(databaseUrl),
  DATA_DIR: v.optional(text('a folder'), '.foyer/api'),
  CHAINS: v.optional(v.string()),
  PRICES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((name) => name.trim())),
      v.array(
        v.picklist(
          [...priceSources, 'none'],
          `must be a list of ${priceSources.join(', ')}, or none`,
        ),
      ),
      v.transform((names) => names.filter((name) => name !== 'none')),
    ),
    'pools',
  ),
  COINGECKO_API_KEY: v.optional(v.pipe(v.string(), v.minLength(6, 'is too short to be a key'))),
  COINGECKO_URL: v.optional(
    v.pipe(v.string(), v.url('must be an address such as https://pro-api.coingecko.com/api/v3')),
  ),
  NAME_SUFFIX: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(
        /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/,
        'must be a domain such as names.example.com',
      ),
      v.maxLength(190),
    ),
  ),
  DEFILLAMA_URL: v.optional(bareUrl('https://coins.llama.fi')),
  PYTH_URL: v.optional(bareUrl('https://hermes.example.com/key')),
  SWAP_SOURCES: v.optional(v.string()),
  TOKEN_LISTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .split(',')
          .map((place) => place.trim())
          .filter((place) => place !== ''),
      ),
    ),
  ),
  IPFS_GATEWAY: v.optional(bareUrl('https://ipfs.example.com')),
  ARWEAVE_GATEWAY: v.optional(bareUrl('https://arweave.net')),
  NFT_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((origin) => origin.trim())),
      v.array(bareUrl('http://127.0.0.1:4100')),
    ),
  ),
  PUBLIC_URL: v.optional(bareUrl('https://api.example.com')),
  HSTS: v.optional(onOff),
  EVENT_RETENTION_DAYS: v.optional(wholeNumber(1, 365, 'days'), '30'),
  SERVICE_TOKEN: v.optional(secret(16)),
  INDEXER: v.optional(onOff, 'on'),
  INDEXER_POLL_MS: v.optional(wholeNumber(100, 600_000, 'ms'), '2000'),
  ...onrampVariables,
}

/**
 * Reads the server's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 * @throws Error that names each variable that is wrong, and what to write instead
 */
export async function readConfig(env: Environment): Promise<start.Options> {
  const values = await readEnvironment(environment, env, limits)
  const { CHAINS, SWAP_SOURCES } = values
  const chains = CHAINS === undefined ? [] : await readList('CHAINS', CHAINS, chainConfigs)
  const aggregators =
    SWAP_SOURCES === undefined ? [] : await readList('SWAP_SOURCES', SWAP_SOURCES, aggregatorList)
  return {
    ...readProcessOptions(values),
    database: locateDatabase(values.DATABASE_URL, values.DATA_DIR),
    chains,
    aggregators: v.parse(aggregatorList, aggregators),
    prices: values.PRICES,
    priceSettings: {
      coinGecko: { apiKey: values.COINGECKO_API_KEY, baseUrl: values.COINGECKO_URL },
      defiLlamaUrl: values.DEFILLAMA_URL,
      pythUrl: values.PYTH_URL,
    },
    ipfsGateway: values.IPFS_GATEWAY,
    nameSuffix: values.NAME_SUFFIX,
    arweaveGateway: values.ARWEAVE_GATEWAY,
    nftOrigins: values.NFT_ORIGINS,
    tokenLists: values.TOKEN_LISTS,
    publicUrl: values.PUBLIC_URL,
    isSecure: values.HSTS,
    eventRetentionMs: values.EVENT_RETENTION_DAYS * 86_400_000,
    limits: values.limits,
    indexer: values.INDEXER && { pollMs: values.INDEXER_POLL_MS },
    onramp: readOnrampSettings(values),
    serviceToken: values.SERVICE_TOKEN,
  }
}

/**
 * Reads a list that stands in a variable, or in a file that it names.
 * @param setting - JSON, or the path of a JSON file
 */
async function readList<const schema extends v.GenericSchema>(
  variable: string,
  setting: string,
  schema: schema,
): Promise<v.InferInput<schema>> {
  const isJson = setting.trimStart().startsWith('[')
  const text = isJson
    ? setting
    : await readFile(setting, 'utf8').catch((cause: unknown) => {
        throw new Error(
          `${variable} must be a JSON list or the path of a file with one; ${setting} can not be read.`,
          { cause },
        )
      })
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    // Not the parser's own message, which quotes the text with its keys.
    throw new Error(`${variable} is not valid JSON${isJson ? '' : ` (in ${setting})`}.`)
  }
  const parsed = v.safeParse(schema, content)
  if (parsed.success) return content as v.InferInput<schema>
  const lines = parsed.issues
    .slice(0, 10)
    .map((issue) => `  ${variable}.${v.getDotPath(issue)} ${issue.message}`)
  throw new Error(`${variable} is not valid:\n${lines.join('\n')}`)
}
