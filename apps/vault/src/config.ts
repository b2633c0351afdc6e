import { readFile } from 'node:fs/promises'
import { emailAddress } from '@foyer/protocol'
import * as v from 'valibot'
import type { DatabaseLocation } from './database/openDatabase.ts'
import { defaultLimits } from './services.ts'
import type { start } from './start.ts'

/** Belongs to A. With one of these in reach the vault would be no second place. */
const foreign =
  /^(FOYER_KEK_A|FOYER_(LOGIN|A)_\w+|DATABASE_URL|DATABASE_URL_A|TOKEN_KEYS?|OTP_PEPPER|SMTP_URL_A)(_FILE)?$/

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )
const onOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((text) => text === 'on'),
)
/** A sample value, or one too short to resist guessing. */
const secret = v.pipe(
  v.string('is missing; make one with: openssl rand -hex 32'),
  v.minLength(32, 'must be at least 32 characters; make one with: openssl rand -hex 32'),
  v.check(
    (text) => !/change|example|secret|password|sample/i.test(text) && new Set(text).size >= 10,
    'is a sample value; make one with: openssl rand -hex 32',
  ),
)
const bareUrl = v.pipe(
  v.string('is missing: an address without path, such as https://id.example.com'),
  v.check(isBareUrl, 'must be an address without path, such as https://id.example.com'),
  v.transform((text) => new URL(text).origin),
)

const environment = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '4002'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PUBLIC_URL: bareUrl,
  FOYER_KEK_B: v.string('is missing; make one with: echo "kekB-1:$(openssl rand -base64 32)"'),
  FOYER_KEK_A_FINGERPRINTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
    ),
  ),
  VAULT_HMAC_KEY: secret,
  VAULT_SERVICE_SECRET: secret,
  DATABASE_URL_B: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host/database'),
    ),
  ),
  DATA_DIR: v.optional(v.string(), '.foyer/vault'),
  AUTH_URL: bareUrl,
  TOKEN_ISSUER: bareUrl,
  LOGIN_ORIGIN: bareUrl,
  SMTP_URL_B: v.pipe(
    v.string('is missing: smtps://user:password@host'),
    v.regex(/^smtps?:\/\//, 'must look like smtps://user:password@host'),
  ),
  MAIL_FROM_B: v.pipe(v.string('is missing: an e-mail address'), emailAddress),
  ALLOW_ASSERTED_RECOVERY: v.optional(onOff, 'on'),
  RELEASES_PER_USER_PER_DAY: v.optional(
    wholeNumber(1, 100),
    String(defaultLimits.releasesPerUserPerDay),
  ),
  RELEASES_PER_MINUTE: v.optional(wholeNumber(1, 10_000), String(defaultLimits.releasesPerMinute)),
  TRUST_PROXY: v.optional(wholeNumber(0, 10), '0'),
  METRICS_TOKEN: v.optional(secret),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['silent', 'error', 'warn', 'info', 'debug'],
      'must be silent, error, warn, info or debug',
    ),
    'info',
  ),
})

type Env = Readonly<Record<string, string | undefined>>

/**
 * The vault's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 *
 * @throws Error that names each variable that is wrong, and what to write instead; never a value
 */
export async function readConfig(env: Env): Promise<start.Options> {
  const found = Object.keys(env).filter((name) => foreign.test(name) && env[name] !== '')
  if (found.length > 0)
    throw new Error(
      `The environment holds what is the login server's: ${found.join(', ')}. Start the vault with its own variables only.`,
    )
  const parsed = v.safeParse(environment, await withFiles(env))
  if (!parsed.success) {
    const lines = parsed.issues.map(
      (issue) =>
        `  ${v.getDotPath(issue)} ${v.getDotPath(issue) === 'MAIL_FROM_B' && issue.type === 'regex' ? 'must be a plain e-mail address' : issue.message}`,
    )
    throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
  }
  const values = parsed.output
  if (values.VAULT_HMAC_KEY === values.VAULT_SERVICE_SECRET)
    throw new Error('VAULT_HMAC_KEY and VAULT_SERVICE_SECRET must be two secrets.')
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    kek: values.FOYER_KEK_B,
    hmacKey: values.VAULT_HMAC_KEY,
    database: locationOf(values.DATABASE_URL_B, values.DATA_DIR),
    auth: {
      url: values.AUTH_URL,
      issuer: values.TOKEN_ISSUER,
      loginOrigin: values.LOGIN_ORIGIN,
      serviceSecret: values.VAULT_SERVICE_SECRET,
      fingerprints: values.FOYER_KEK_A_FINGERPRINTS,
    },
    mail: { smtpUrl: values.SMTP_URL_B, from: values.MAIL_FROM_B },
    allowAssertedRecovery: values.ALLOW_ASSERTED_RECOVERY,
    limits: {
      releasesPerUserPerDay: values.RELEASES_PER_USER_PER_DAY,
      releasesPerMinute: values.RELEASES_PER_MINUTE,
    },
    trustedProxies: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

const locationOf = (url: string | undefined, path: string): DatabaseLocation =>
  url === undefined ? { kind: 'folder', path } : { kind: 'postgres', url }

async function withFiles(env: Env): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(environment.entries)) {
    const file = env[`${name}_FILE`]
    if (file !== undefined && env[name] !== undefined)
      throw new Error(`Both ${name} and ${name}_FILE are set: unset one of them.`)
    let value = env[name]
    if (file !== undefined)
      value = await readFile(file, 'utf8').then(
        (text) => text.trim(),
        (cause) => {
          throw new Error(`${name}_FILE names a file that can not be read.`, { cause })
        },
      )
    // An empty variable is how compose files and unit files say that one is not set.
    if (value !== undefined && value !== '') values[name] = value
  }
  return values
}

function isBareUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hash, pathname, protocol, search } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
}
