import { createLocalKms } from '@foyer/protocol/custody'
import {
  createLimiter,
  createLog,
  createMailer,
  createServiceCaller,
  type LimitSettings,
  type ProcessOptions,
  type RunningServer,
  resolveLimits,
  runServer,
  secretsOfKeys,
  secretsOfUrl,
  warnOfProxy,
} from '@foyer/server'
import {
  createAudit,
  createDatabaseCounter,
  openDatabase,
  rememberUsed,
  secretsOfLocation,
  tendStore,
  watchMails,
} from '@foyer/server/database'
import { createVerifySiwf, type FarcasterChain } from '@foyer/server/farcaster'
import type { CustomLogin } from '@foyer/server/tokens'
import { type ChallengeSettings, createChallenge, createWorkGate } from '@foyer/server/work'
import { createApp } from './app.ts'
import { createVerifyToken } from './auth/accessToken.ts'
import { forgetRemovedContacts } from './contacts/removeContact.ts'
import { forgetPastContacts } from './contacts/replaceContact.ts'
import { audit as auditRows, rates, used } from './database/schema.ts'
import { type DatabaseLocation, vaultDatabase } from './database/vaultDatabase.ts'
import { createOutbox } from './events/outbox.ts'
import { askFingerprints } from './keys/askFingerprints.ts'
import { rotateKeys } from './keys/rotateKeys.ts'
import { limits as limitTable } from './limits.ts'
import { createVerifyIdToken, type SocialSettings } from './logins/socials.ts'
import { createMetrics } from './metrics.ts'
import { readDevicePage } from './page.ts'
import type { Services } from './services.ts'

/** A running vault. */
export type Vault = RunningServer

/**
 * Starts the vault.
 *
 * @throws FoyerError `options-invalid` when KEK-B is missing, weak, a sample, or one of A's keys; Error when the port is
 *   taken or the database can not be opened
 */
export async function start(options: start.Options): Promise<Vault> {
  const {
    allowAssertedRecovery = true,
    auth,
    challenge,
    customs,
    database: location = { kind: 'memory' },
    farcaster,
    hmacKey,
    host = '127.0.0.1',
    kek,
    limits,
    logDestination,
    logLevel = 'error',
    mail,
    metricsToken,
    now = Date.now,
    port,
    publicUrl,
    socials = {},
    trustedProxies = 0,
  } = options
  const { issuer, loginOrigin, serviceSecret, url: authUrl } = auth
  const log = createLog({
    app: 'vault',
    level: logLevel,
    destination: logDestination,
    secrets: [
      ...[...secretsOfKeys(kek), ...secretsOfUrl(mail.smtpUrl), ...secretsOfLocation(location)],
      // A node's URL often contains the operator's key.
      ...[hmacKey, serviceSecret, metricsToken, farcaster?.rpcUrl, challenge?.secret],
    ],
  })
  if (publicUrl !== undefined) warnOfProxy({ log, origin: publicUrl, trustedProxies })
  const ownKms = await createLocalKms({ store: 'B', keys: kek, foreign: auth.fingerprints ?? [] })
  const callAuth = createServiceCaller({
    from: 'B',
    baseUrl: authUrl,
    secret: serviceSecret,
    fingerprints: ownKms.fingerprints,
    now,
  })
  const asked = await askFingerprints(callAuth)
  if (asked === undefined)
    log.warn('the login server does not answer yet: its keys are compared with each of its calls')
  const kms = await createLocalKms({ store: 'B', keys: kek, foreign: asked ?? [] })
  const page = await readDevicePage()
  const database = await openDatabase(vaultDatabase, location)
  const { queries } = database
  const metrics = createMetrics({ ofProcess: true })
  const audit = createAudit(auditRows, { key: hmacKey, now })
  const outbox = createOutbox({ callAuth, log, now, queries })
  const mailer = createMailer({
    ...mail,
    log,
    onSent: watchMails({ log, meters: metrics, now, queries, tables: { rates, used } }),
  })
  const held = resolveLimits(limitTable, limits)
  const limiter = createLimiter({ counters: [createDatabaseCounter(queries, rates)], now })
  const remember = (key: string, until: number) => rememberUsed(queries, used, { key, until })
  const askWork = createWorkGate({
    challenge: challenge && createChallenge(challenge, { log, now }),
    ...{ hmacKey, limiter, limits: held, now, remember },
  })
  const services = (boundPort: number): Services => ({
    log,
    metrics,
    queries,
    kms,
    hmacKey,
    serviceSecret,
    verifyToken: createVerifyToken({
      issuer,
      jwksUrl: new URL('/.well-known/jwks.json', authUrl).href,
      now,
    }),
    verifyIdToken: createVerifyIdToken({ customs, socials, now }),
    verifySiwf: farcaster && createVerifySiwf({ chain: farcaster, loginOrigin, now }),
    audit,
    outbox,
    mailer,
    limits: held,
    limiter,
    askWork,
    allowAssertedRecovery,
    publicUrl: publicUrl ?? `http://${host}:${boundPort}`,
    loginOrigin,
    passkeyDomain: new URL(loginOrigin).hostname,
    trustedProxies,
    metricsToken,
    checkHealth: () => database.ping(),
    now,
  })
  return runServer({
    host,
    port,
    log,
    said: { database: location.kind },
    open: (listening) => createApp(services(listening.port), page),
    async tend() {
      await forgetPastContacts(queries, now())
      await forgetRemovedContacts(queries, now())
      const rotate = () => rotateKeys({ audit, kms, queries })
      await tendStore({
        log,
        nowMs: now(),
        queries,
        rotate,
        tables: { audit: auditRows, rates, used },
      })
      await database.tend()
    },
    async close() {
      await outbox.close()
      await mailer.close()
      await database.close()
    },
  })
}

export declare namespace start {
  type Options = ProcessOptions & {
    /** KEK-B: `kid:base64,kid2:base64`. The first key encrypts; the others only decrypt. */
    kek: string
    /** Key of the HMACs of addresses and of the audit log. Without it, users can not be found by their address. */
    hmacKey: string
    /** The login server (A). */
    auth: {
      /** Its internal address: `http://127.0.0.1:4101`. */
      readonly url: string
      /** `iss` of its access tokens. */
      readonly issuer: string
      /** Origin of the pages that may call: `https://id.example`. */
      readonly loginOrigin: string
      /** Shared secret with which both servers sign their calls. */
      readonly serviceSecret: string
      /** Fingerprints of A's keys, if known in advance. @default requested from A */
      readonly fingerprints?: readonly string[] | undefined
    }
    /** The vault's own SMTP account. */
    mail: { readonly smtpUrl: string; readonly from: string }
    /** Location of the database. @default memory: lost when the process ends */
    database?: DatabaseLocation | undefined
    /** Origin of this server, as browsers see it: links begin with it. @default the URL it listens at */
    publicUrl?: string | undefined
    /** Restores wallets on A's word when a login gives the vault nothing to verify. @default true */
    allowAssertedRecovery?: boolean | undefined
    /** The providers of social logins whose tokens are evidence. @default none */
    socials?: SocialSettings | undefined
    /** The chain of Farcaster's registries, by a node of the vault's own. @default Farcaster logins are no evidence */
    farcaster?: FarcasterChain | undefined
    /** Sites' own logins whose tokens are evidence. @default none */
    customs?: readonly CustomLogin[] | undefined
    /** The operator's own challenge before mails, in place of the proof of work. @default none */
    challenge?: ChallengeSettings | undefined
    limits?: LimitSettings<typeof limitTable> | undefined
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}
