import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type ChainConfig, chainConfigs } from './chains/chainConfig.ts'
import type { start } from './start.ts'

const wholeNumber = (least: number, most: number, unit: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number of ${unit}`),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

/** A sample value, or one too short to resist guessing. */
const secret = v.pipe(
  v.string(),
  v.minLength(16, 'must be at least 16 characters; make one with: openssl rand -hex 24'),
  v.check(
    (text) => !/change|example|secret|password/i.test(text),
    'is a sample value; make one with: openssl rand -hex 24',
  ),
)

const bareUrl = v.pipe(
  v.string(),
  v.check(isBareUrl, 'must be an address without path, such as https://api.example.com'),
  v.transform((text) => text.replace(/\/$/, '')),
)

/** Every variable the server reads. */
const environment = v.object({
  PORT: v.optional(wholeNumber(0, 65_535, 'a TCP port'), '4010'),
  HOST: v.optional(
    v.pipe(v.string(), v.nonEmpty('must be an address such as 127.0.0.1 or 0.0.0.0')),
    '127.0.0.1',
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host/database'),
    ),
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must be a folder')), '.foyer/api'),
  CHAINS: v.optional(v.string()),
  PRICES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((name) => name.trim())),
      v.array(
        v.picklist(
          ['pools', 'coingecko', 'none'],
          'must be a list of pools and coingecko, or none',
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
  IPFS_GATEWAY: v.optional(bareUrl),
  PUBLIC_URL: v.optional(bareUrl),
  TRUST_PROXY: v.optional(wholeNumber(0, 10, 'proxies in front of this server'), '0'),
  EVENT_RETENTION_DAYS: v.optional(wholeNumber(1, 365, 'days'), '30'),
  CALLS_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000, 'calls'), '1200'),
  RPC_CALLS_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000, 'calls'), '1200'),
  PROJECT_RPC_CALLS_PER_MINUTE: v.optional(wholeNumber(1, 10_000_000, 'calls'), '12000'),
  METRICS_TOKEN: v.optional(secret),
  SERVICE_TOKEN: v.optional(secret),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['silent', 'error', 'warn', 'info', 'debug'],
      'must be silent, error, warn, info or debug',
    ),
    'info',
  ),
})

/**
 * The server's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 *
 * @throws Error that names each variable that is wrong, and what to write instead
 */
export async function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Promise<start.Options> {
  const parsed = v.safeParse(environment, await withFiles(env))
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue)} ${issue.message}`)
    throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
  }
  const values = parsed.output
  const chains = values.CHAINS === undefined ? [] : await readChains(values.CHAINS)
  return {
    port: values.PORT,
    host: values.HOST,
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'folder', path: values.DATA_DIR }
        : { kind: 'postgres', url: values.DATABASE_URL },
    chains,
    prices: values.PRICES,
    coinGecko: { apiKey: values.COINGECKO_API_KEY, baseUrl: values.COINGECKO_URL },
    ipfsGateway: values.IPFS_GATEWAY,
    publicUrl: values.PUBLIC_URL,
    trustedProxies: values.TRUST_PROXY,
    eventRetentionMs: values.EVENT_RETENTION_DAYS * 86_400_000,
    limits: {
      callsPerMinute: values.CALLS_PER_MINUTE,
      rpcCallsPerMinute: values.RPC_CALLS_PER_MINUTE,
      projectRpcCallsPerMinute: values.PROJECT_RPC_CALLS_PER_MINUTE,
    },
    metricsToken: values.METRICS_TOKEN,
    serviceToken: values.SERVICE_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

async function withFiles(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(environment.entries)) {
    const file = env[`${name}_FILE`]
    if (file !== undefined && env[name] !== undefined) {
      throw new Error(`Both ${name} and ${name}_FILE are set: unset one of them.`)
    }
    const value = file === undefined ? env[name] : await readSecretFile(name, file)
    // An empty variable is how compose files and unit files say that one is not set.
    if (value !== undefined && value !== '') values[name] = value
  }
  return values
}

async function readSecretFile(name: string, path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (cause) {
    throw new Error(`${name}_FILE names ${path}, which can not be read.`, { cause })
  }
}

/** @param setting - JSON, or the path of a JSON file */
async function readChains(setting: string): Promise<ChainConfig[]> {
  const isJson = setting.trimStart().startsWith('[')
  const text = isJson
    ? setting
    : await readFile(setting, 'utf8').catch((cause: unknown) => {
        throw new Error(
          `CHAINS must be a JSON list or the path of a file with one; ${setting} can not be read.`,
          { cause },
        )
      })
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, and with it the keys in its URLs.
    throw new Error(`CHAINS is not valid JSON${isJson ? '' : ` (in ${setting})`}.`)
  }
  const parsed = v.safeParse(chainConfigs, content)
  if (parsed.success) return content as ChainConfig[]
  const lines = parsed.issues
    .slice(0, 10)
    .map((issue) => `  CHAINS.${v.getDotPath(issue)} ${issue.message}`)
  throw new Error(`The chains are not valid:\n${lines.join('\n')}`)
}

function isBareUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hash, pathname, protocol, search } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
}
