import {
  bareUrl,
  databaseUrl,
  type Environment,
  mailAddress,
  processVariables,
  readEnvironment,
  readProcessOptions,
  secret,
  smtpUrl,
  text,
} from '@foyer/server'
import { locateDatabase } from '@foyer/server/database'
import { customLogins } from '@foyer/server/tokens'
import { challengeVariables, readChallenge } from '@foyer/server/work'
import * as v from 'valibot'
import { bootNetwork } from '../boot.ts'
import { farcasterVariables, readFarcaster } from './farcaster/farcasterVariables.ts'
import { limits } from './limits.ts'
import { readSocials, socialVariables } from './social/socialVariables.ts'
import type { start } from './start.ts'

/** Variables of B. With one of these in reach this server would have both halves of every wallet. */
const foreign =
  /^(FOYER_KEK_B|FOYER_(VAULT|B)_\w+|VAULT_HMAC_KEY|DATABASE_URL_B|SMTP_URL_B|MAIL_FROM_B)(_FILE)?$/

const list = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)
const networks = v.pipe(
  v.string(),
  v.rawTransform<string, unknown>(({ addIssue, dataset, NEVER }) => {
    try {
      return JSON.parse(dataset.value)
    } catch {
      addIssue({ message: 'must be a JSON list of { id, name, symbol, decimals, explorerUrl? }' })
      return NEVER
    }
  }),
  v.array(bootNetwork, 'must be a JSON list of { id, name, symbol, decimals, explorerUrl? }'),
)

const smartAccount =
  'must be a list such as eip155:1=0x…,eip155:10=0x… (network=code of its accounts)'
/** The code that accounts may run, by network. */
const smartAccounts = v.pipe(
  list,
  v.array(v.pipe(v.string(), v.regex(/^eip155:[1-9]\d{0,15}=0x[0-9a-fA-F]{40}$/, smartAccount))),
  v.transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
  ),
)

/** Every variable the login server reads. */
const environment = {
  ...processVariables('4001'),
  LOGIN_ORIGIN: bareUrl('https://id.example.com'),
  FOYER_KEK_A: v.string('is missing; make one with: npm run keys:new -w apps/login'),
  FOYER_KEK_B_FINGERPRINTS: v.optional(list),
  OTP_PEPPER: secret(32),
  OTP_PEPPER_SECOND: v.optional(secret(32)),
  TOKEN_KEYS: v.string('is missing; make one with: npm run keys:new -w apps/login'),
  VAULT_SERVICE_SECRET: secret(32),
  VAULT_URL: bareUrl('https://vault.example.com'),
  VAULT_INTERNAL_URL: v.optional(bareUrl('http://127.0.0.1:4002')),
  API_URL: bareUrl('http://127.0.0.1:4010'),
  API_SERVICE_TOKEN: secret(16),
  SMTP_URL_A: smtpUrl,
  MAIL_FROM_A: mailAddress,
  DATABASE_URL_A: v.optional(databaseUrl),
  DATA_DIR: v.optional(v.string(), '.foyer/login'),
  PAGES_DIR: v.optional(text('the folder that `npm run build -w apps/login` wrote')),
  FIRST_PARTY_PROJECTS: v.optional(list, ''),
  NETWORKS: v.optional(networks, '[]'),
  SMART_ACCOUNTS: v.optional(smartAccounts, ''),
  SPONSOR_URL: v.optional(bareUrl('http://127.0.0.1:4009')),
  SPONSOR_TOKEN: v.optional(secret(16)),
  BUNDLED_NETWORKS: v.optional(list, ''),
  ...socialVariables,
  ...farcasterVariables,
  CUSTOM_LOGINS: v.optional(customLogins),
  ...challengeVariables,
  DEVICE_APPROVAL: v.optional(v.picklist(['always', 'off'], 'must be always or off'), 'always'),
} as const

/**
 * Reads the login server's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 * @throws Error that names each variable that is wrong, and what to write instead; never a value
 */
export async function readConfig(env: Environment): Promise<start.Options> {
  const found = Object.keys(env).filter((name) => foreign.test(name) && env[name] !== '')
  if (found.length > 0)
    throw new Error(
      `The environment holds what is the vault's: ${found.join(', ')}. Start the login server with its own variables only.`,
    )
  const values = await readEnvironment(environment, env, limits)
  const secrets = {
    OTP_PEPPER: values.OTP_PEPPER,
    OTP_PEPPER_SECOND: values.OTP_PEPPER_SECOND,
    VAULT_SERVICE_SECRET: values.VAULT_SERVICE_SECRET,
    API_SERVICE_TOKEN: values.API_SERVICE_TOKEN,
    SPONSOR_TOKEN: values.SPONSOR_TOKEN,
    METRICS_TOKEN: values.METRICS_TOKEN,
    FARCASTER_RELAY_KEY: values.FARCASTER_RELAY_KEY,
  }
  const given = Object.entries(secrets).filter(([, value]) => value !== undefined)
  if (new Set(given.map(([, value]) => value)).size < given.length)
    throw new Error(`Each of ${given.map(([name]) => name).join(', ')} must be another secret.`)
  const { SPONSOR_TOKEN: sponsorToken, SPONSOR_URL: sponsorUrl } = values
  if ((sponsorToken === undefined) !== (sponsorUrl === undefined))
    throw new Error('Set both SPONSOR_URL and SPONSOR_TOKEN, or neither.')
  return {
    ...readProcessOptions(values),
    loginOrigin: values.LOGIN_ORIGIN,
    kek: values.FOYER_KEK_A,
    vaultFingerprints: values.FOYER_KEK_B_FINGERPRINTS,
    otpPepper: values.OTP_PEPPER,
    otpPepperSecond: values.OTP_PEPPER_SECOND,
    tokenKeys: values.TOKEN_KEYS,
    vault: {
      url: values.VAULT_URL,
      internalUrl: values.VAULT_INTERNAL_URL ?? values.VAULT_URL,
      serviceSecret: values.VAULT_SERVICE_SECRET,
    },
    api: { url: values.API_URL, serviceToken: values.API_SERVICE_TOKEN },
    mail: { smtpUrl: values.SMTP_URL_A, from: values.MAIL_FROM_A },
    database: locateDatabase(values.DATABASE_URL_A, values.DATA_DIR),
    pages: values.PAGES_DIR,
    firstPartyProjects: values.FIRST_PARTY_PROJECTS,
    networks: values.NETWORKS,
    smartAccounts: values.SMART_ACCOUNTS,
    ...(sponsorUrl &&
      sponsorToken && {
        sponsor: { url: sponsorUrl, token: sponsorToken, bundled: values.BUNDLED_NETWORKS },
      }),
    deviceApproval: values.DEVICE_APPROVAL,
    socials: readSocials(values),
    farcaster: readFarcaster(values),
    customs: values.CUSTOM_LOGINS,
    challenge: readChallenge(values, [values.LOGIN_ORIGIN, values.VAULT_URL]),
    limits: values.limits,
  }
}
