import { type SocialName, socialNames, socialTable } from '@foyer/protocol/social'
import {
  bareUrl,
  databaseUrl,
  type Environment,
  mailAddress,
  onOff,
  processVariables,
  readEnvironment,
  readProcessOptions,
  secret,
  smtpUrl,
  text,
} from '@foyer/server'
import { locateDatabase } from '@foyer/server/database'
import { farcasterVariables, readFarcasterChain } from '@foyer/server/farcaster'
import { customLogins } from '@foyer/server/tokens'
import { challengeVariables, readChallenge } from '@foyer/server/work'
import * as v from 'valibot'
import { limits } from './limits.ts'
import type { SocialSettings } from './logins/socials.ts'
import type { start } from './start.ts'

/** Variables of A's secrets. The vault refuses to start with one of them, since it must be separate from A. */
const foreign =
  /^(FOYER_KEK_A|FOYER_(LOGIN|A)_\w+|DATABASE_URL|DATABASE_URL_A|TOKEN_KEYS?|OTP_PEPPER|OTP_PEPPER_SECOND|SMTP_URL_A|[A-Z]+_CLIENT_SECRET|APPLE_PRIVATE_KEY|FARCASTER_RELAY_KEY)(_FILE)?$/

/** `GOOGLE_CLIENT_ID` and so on, of the providers whose tokens the vault can check. */
const checked = socialNames.filter((name) => socialTable[name].evidence.kind === 'id_token')
const clientIdOf = (name: SocialName) => `${name.toUpperCase()}_CLIENT_ID`
const socialVariables = Object.fromEntries(
  checked.map((name) => [clientIdOf(name), v.optional(text('the client id at the provider'))]),
)
const readSocials = (values: Readonly<Record<string, unknown>>): SocialSettings =>
  Object.fromEntries(
    checked.flatMap((name) => {
      const clientId = values[clientIdOf(name)]
      return typeof clientId === 'string' ? [[name, { clientId }]] : []
    }),
  )

/** Every variable the vault reads. */
const environment = {
  ...processVariables('4002'),
  PUBLIC_URL: bareUrl('https://vault.example.com'),
  FOYER_KEK_B: v.string('is missing; make one with: echo "kekB-1:$(openssl rand -base64 32)"'),
  FOYER_KEK_A_FINGERPRINTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
    ),
  ),
  VAULT_HMAC_KEY: secret(32),
  VAULT_SERVICE_SECRET: secret(32),
  DATABASE_URL_B: v.optional(databaseUrl),
  DATA_DIR: v.optional(v.string(), '.foyer/vault'),
  AUTH_URL: bareUrl('http://127.0.0.1:4001'),
  TOKEN_ISSUER: bareUrl('https://id.example.com'),
  LOGIN_ORIGIN: bareUrl('https://id.example.com'),
  SMTP_URL_B: smtpUrl,
  MAIL_FROM_B: mailAddress,
  ...socialVariables,
  ...farcasterVariables,
  // Without our nonce a stolen token would be evidence for any device.
  CUSTOM_LOGINS: v.optional(
    v.pipe(
      customLogins,
      v.check(
        (all) => all.every(({ nonce }) => nonce === 'required'),
        'must leave out logins with nonce "none": the vault mails a link for them',
      ),
    ),
  ),
  ...challengeVariables,
  ALLOW_ASSERTED_RECOVERY: v.optional(onOff, 'on'),
} as const

/**
 * Reads the vault's configuration from its environment. `X_FILE` names a file that holds the value of `X`.
 * @throws Error that names each variable that is wrong, and what to write instead; never a value
 */
export async function readConfig(env: Environment): Promise<start.Options> {
  const found = Object.keys(env).filter((name) => foreign.test(name) && env[name] !== '')
  if (found.length > 0)
    throw new Error(
      `The environment holds what is the login server's: ${found.join(', ')}. Start the vault with its own variables only.`,
    )
  const values = await readEnvironment(environment, env, limits)
  if (values.VAULT_HMAC_KEY === values.VAULT_SERVICE_SECRET)
    throw new Error('VAULT_HMAC_KEY and VAULT_SERVICE_SECRET must be two secrets.')
  return {
    ...readProcessOptions(values),
    publicUrl: values.PUBLIC_URL,
    kek: values.FOYER_KEK_B,
    hmacKey: values.VAULT_HMAC_KEY,
    database: locateDatabase(values.DATABASE_URL_B, values.DATA_DIR),
    auth: {
      url: values.AUTH_URL,
      issuer: values.TOKEN_ISSUER,
      loginOrigin: values.LOGIN_ORIGIN,
      serviceSecret: values.VAULT_SERVICE_SECRET,
      fingerprints: values.FOYER_KEK_A_FINGERPRINTS,
    },
    mail: { smtpUrl: values.SMTP_URL_B, from: values.MAIL_FROM_B },
    allowAssertedRecovery: values.ALLOW_ASSERTED_RECOVERY,
    socials: readSocials(values),
    farcaster: readFarcasterChain(values),
    customs: values.CUSTOM_LOGINS,
    challenge: readChallenge(values, [values.LOGIN_ORIGIN, values.PUBLIC_URL]),
    limits: values.limits,
  }
}
