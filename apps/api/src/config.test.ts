import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkVariables } from '@foyer/server/testLimits'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { limits } from './limits.ts'
import { makeFolder } from './makeFolder.test.kit.ts'

const chain = {
  caipId: 'eip155:31337',
  name: 'Devnet',
  rpcUrls: ['http://127.0.0.1:8545'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const inFile = async (text: string) => {
  const path = join(await makeFolder(), 'value')
  await writeFile(path, text)
  return path
}

test('needs no variable', async () => {
  expect(await readConfig({})).toMatchObject({
    port: 4010,
    host: '127.0.0.1',
    database: { kind: 'folder', path: '.foyer/api' },
    chains: [],
    prices: ['pools'],
    trustedProxies: 0,
    eventRetentionMs: 30 * 86_400_000,
    indexer: { pollMs: 2000 },
    logLevel: 'info',
  })
  expect(await readConfig({ INDEXER: 'off' })).toMatchObject({ indexer: false })
})

test('reads every variable', async () => {
  const config = await readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgresql://u:p@db/foyer',
    CHAINS: JSON.stringify([chain]),
    PRICES: 'pools, coingecko',
    SWAP_SOURCES: '[{"id":"0x","apiKey":"key-of-mine","url":"https://x.example/"}]',
    TOKEN_LISTS: 'lists/mine.json, https://lists.example/all.json',
    COINGECKO_API_KEY: 'CG-key-of-mine',
    PUBLIC_URL: 'https://api.example.com/',
    IPFS_GATEWAY: 'https://ipfs.example.com',
    NAME_SUFFIX: 'Names.Example.com',
    TRUST_PROXY: '2',
    EVENT_RETENTION_DAYS: '7',
    RPC_CALLS_PER_MINUTE: '5',
    INDEXER_POLL_MS: '500',
    METRICS_TOKEN: '0123456789abcdef',
    SERVICE_TOKEN: 'fedcba9876543210',
    LOG_LEVEL: 'warn',
    MELD_API_KEY: 'a-key-of-meld',
    MELD_WEBHOOK_SECRET: 'a-secret-of-meld',
    ONRAMP_SANDBOX: 'on',
  })
  expect(config).toMatchObject({
    port: 0,
    database: { kind: 'postgres', url: 'postgresql://u:p@db/foyer' },
    serviceToken: 'fedcba9876543210',
    chains: [{ caipId: 'eip155:31337' }],
    prices: ['pools', 'coingecko'],
    aggregators: [{ id: '0x', apiKey: 'key-of-mine', url: 'https://x.example' }],
    tokenLists: ['lists/mine.json', 'https://lists.example/all.json'],
    priceSettings: { coinGecko: { apiKey: 'CG-key-of-mine' } },
    onramp: { meld: { apiKey: 'a-key-of-meld', apiUrl: 'https://api-sb.meld.io' } },
    publicUrl: 'https://api.example.com',
    ipfsGateway: 'https://ipfs.example.com',
    nameSuffix: 'names.example.com',
    trustedProxies: 2,
    eventRetentionMs: 7 * 86_400_000,
    limits: { rpcCallsPerMinute: 5 },
    indexer: { pollMs: 500 },
    metricsToken: '0123456789abcdef',
  })
  expect((await readConfig({ PRICES: 'none' })).prices).toEqual([])
})

test('reads values from files', async () => {
  const url = await inFile('postgresql://u:p@db/foyer\n')
  expect((await readConfig({ DATABASE_URL_FILE: url })).database).toMatchObject({
    url: 'postgresql://u:p@db/foyer',
  })
  const chains = await inFile(JSON.stringify([chain]))
  expect((await readConfig({ CHAINS: chains })).chains).toHaveLength(1)
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number of a TCP port'],
  [{ PORT: '70000' }, 'PORT must be at most 65535'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must look like postgresql://user:password@host/database',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, error, warn, info or debug'],
  [
    { METRICS_TOKEN: 'short' },
    'METRICS_TOKEN must be at least 16 characters; make one with: openssl rand -hex 32',
  ],
  [{ METRICS_TOKEN: 'changeme-changeme' }, 'METRICS_TOKEN is a sample value'],
  [{ PUBLIC_URL: 'https://api.example.com/path' }, 'PUBLIC_URL must be an address without path'],
  [{ PRICES: 'oracle' }, 'PRICES'],
  [
    { CHAINS: '/nowhere' },
    'CHAINS must be a JSON list or the path of a file with one; /nowhere can not be read',
  ],
  [{ CHAINS: '[' }, 'CHAINS is not valid JSON'],
  [
    { CHAINS: JSON.stringify([{ ...chain, caipId: '1' }]) },
    'CHAINS.0.caipId is not a CAIP-2 id of an EVM chain',
  ],
  [
    { CHAINS: JSON.stringify([{ ...chain, rpcUrls: ['file:///etc/passwd'] }]) },
    'CHAINS.0.rpcUrls.0 must be http or https',
  ],
  [{ CHAINS: JSON.stringify([{ ...chain, rpcUrls: [] }]) }, 'CHAINS.0.rpcUrls'],
  [{ CHAINS: JSON.stringify([chain, chain]) }, 'one chain stands there twice'],
  // The checksum of the last letter is wrong.
  [
    {
      CHAINS: JSON.stringify([
        { ...chain, multicall3: '0xcA11bde05977b3631167028862bE2a173976Ca11' },
      ]),
    },
    'CHAINS.0.multicall3 is not an address',
  ],
  [{ DATABASE_URL_FILE: '/nowhere' }, 'DATABASE_URL_FILE names /nowhere, which can not be read'],
  [
    { DATABASE_URL: 'postgresql://a', DATABASE_URL_FILE: '/x' },
    'Both DATABASE_URL and DATABASE_URL_FILE are set',
  ],
])('error: %j', async (env, message) => {
  await expect(readConfig(env)).rejects.toThrow(message)
})

test('[T114] error: names the problem without quoting a key', async () => {
  const text = '[{"rpcUrls":["https://rpc.example/canarykey"'
  const refusal = await readConfig({ CHAINS: text }).catch((error: Error) => error.message)
  expect(refusal).toBe('CHAINS is not valid JSON.')
})

test('[T122] sets each limit by its variable, and refuses a value that makes no sense', () =>
  checkVariables(
    limits,
    async (env) => (await readConfig(env)).limits,
    new URL('../README.md', import.meta.url),
  ))

test('a seller needs all of its keys, and none of them stands in the error', async () => {
  const moonpay = { MOONPAY_API_KEY: 'pk_live_secret', MOONPAY_SECRET_KEY: 'sk_live_secret' }
  const error = await readConfig(moonpay).catch((thrown: Error) => thrown.message)
  expect(error).toContain('MOONPAY_WEBHOOK_KEY')
  expect(error).not.toContain('live_secret')
})
