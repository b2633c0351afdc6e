import { fileURLToPath } from 'node:url'
import { createLocalKms } from '@foyer/protocol/custody'
import {
  createConcurrency,
  createLimiter,
  createLog,
  createMailer,
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
import { createVerifySiwf } from '@foyer/server/farcaster'
import type { CustomLogin } from '@foyer/server/tokens'
import { type ChallengeSettings, createChallenge, createWorkGate } from '@foyer/server/work'
import type { Boot } from '../boot.ts'
import { type PageBundle, readPageBundle } from '../build/pageBundle.ts'
import { createApp } from './app.ts'
import { createCustoms } from './custom/customs.ts'
import { type Location, shape } from './database/database.ts'
import { forgetOld } from './database/forgetOld.ts'
import { audit as auditRows, rates, used } from './database/schema.ts'
import type { FarcasterSettings } from './farcaster/farcaster.ts'
import { rehashAddresses } from './keys/rehashAddresses.ts'
import { rotateKeys } from './keys/rotateKeys.ts'
import { limits as limitTable } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { networksWith } from './pages/networks.ts'
import { createProjects } from './projects/projects.ts'
import { createCallChain } from './rpc/callChain.ts'
import type { Services } from './services.ts'
import { createSocials, type SocialSettings, secretsOfSocials } from './social/socials.ts'
import { createCallSponsor } from './sponsor/createCallSponsor.ts'
import { createTokens } from './tokens/accessTokens.ts'
import { createCallVault } from './vault/callVault.ts'
import { createVaultTeller } from './vault/createVaultTeller.ts'
import { createWaiters } from './waiters.ts'

/** A running login server. */
export type LoginServer = RunningServer

/** The same number of folders up from `src` and from `dist`. */
const builtPages = fileURLToPath(new URL('../../dist/pages', import.meta.url))

/**
 * Starts the login server.
 *
 * @throws FoyerError `options-invalid` when KEK-A or a token key is missing, weak, a sample, or one of B's; Error when the
 *   port is taken, the database can not be opened, or the pages are not those that were built
 */
export async function start(options: start.Options): Promise<LoginServer> {
  const {
    api,
    challenge,
    customs = [],
    database: location = { kind: 'memory' },
    deviceApproval = 'always',
    farcaster,
    firstPartyProjects = [],
    host = '127.0.0.1',
    kek,
    leastMs = 300,
    limits,
    logDestination,
    logLevel = 'error',
    loginOrigin,
    mail,
    metricsToken,
    networks = [],
    now = Date.now,
    otpPepper: hmacKey,
    otpPepperSecond,
    pages: pagesGiven,
    port,
    smartAccounts,
    socials = {},
    sponsor,
    tokenKeys,
    trustedProxies = 0,
    vault,
    vaultFingerprints = [],
  } = options
  const log = createLog({
    app: 'login',
    level: logLevel,
    destination: logDestination,
    secrets: [
      ...[...secretsOfKeys(kek), ...secretsOfKeys(tokenKeys)],
      ...[...secretsOfUrl(mail.smtpUrl), ...secretsOfLocation(location)],
      ...[hmacKey, otpPepperSecond, vault.serviceSecret, api.serviceToken, metricsToken],
      ...[sponsor?.token, challenge?.secret],
      ...secretsOfSocials(socials),
      // A node's URL often contains the operator's key.
      farcaster?.chain.rpcUrl,
      farcaster && 'key' in farcaster.relay ? farcaster.relay.key : undefined,
    ],
  })
  warnOfProxy({ log, origin: loginOrigin, trustedProxies })
  const kms = await createLocalKms({ store: 'A', keys: kek, foreign: vaultFingerprints })
  const tokens = createTokens({ keys: tokenKeys, issuer: loginOrigin, now })
  const pages =
    typeof pagesGiven === 'object' ? pagesGiven : await readPageBundle(pagesGiven ?? builtPages)
  const database = await openDatabase(shape, location)
  const { queries } = database
  const metrics = createMetrics({ ofProcess: true })
  const audit = createAudit(auditRows, { key: hmacKey, now })
  const mailer = createMailer({
    ...mail,
    log,
    onSent: watchMails({ log, meters: metrics, now, queries, tables: { rates, used } }),
  })
  const callVault = createCallVault({
    baseUrl: vault.internalUrl ?? vault.url,
    secret: vault.serviceSecret,
    fingerprints: kms.fingerprints,
    now,
  })
  const vaultTeller = createVaultTeller({
    ...{ audit, callVault, kms, log, loginOrigin, mailer, now, queries },
  })
  const held = resolveLimits(limitTable, limits)
  const limiter = createLimiter({ counters: [createDatabaseCounter(queries, rates)], now })
  const remember = (key: string, until: number) => rememberUsed(queries, used, { key, until })
  const services: Services = {
    log,
    metrics,
    queries,
    kms,
    hmacKey,
    hmacKeys: otpPepperSecond === undefined ? [hmacKey] : [hmacKey, otpPepperSecond],
    serviceSecret: vault.serviceSecret,
    tokens,
    audit,
    mailer,
    callVault,
    vaultTeller,
    projects: createProjects({ url: api.url, token: api.serviceToken, now }),
    callChain: createCallChain({ url: api.url, token: api.serviceToken }),
    callSponsor: sponsor && createCallSponsor(sponsor),
    socials: createSocials(socials, now),
    farcaster: farcaster && {
      ...farcaster,
      verify: createVerifySiwf({ chain: farcaster.chain, loginOrigin, now }),
    },
    customs: createCustoms(customs, now),
    waiters: createWaiters(),
    openCalls: createConcurrency(),
    limits: held,
    limiter,
    askWork: createWorkGate({
      challenge: challenge && createChallenge(challenge, { log, now }),
      ...{ hmacKey, limiter, limits: held, now, remember },
    }),
    challengeOrigin: challenge && new URL(challenge.pageUrl).origin,
    leastMs,
    deviceApproval,
    loginOrigin,
    vaultOrigin: vault.url,
    firstPartyProjects: new Set(firstPartyProjects),
    networks: networksWith(networks, smartAccounts, sponsor !== undefined, sponsor?.bundled),
    pages,
    trustedProxies,
    metricsToken,
    checkHealth: () => database.ping(),
    remember,
    now,
  }
  return runServer({
    host,
    port,
    log,
    said: { database: location.kind },
    open: () => ({ fetch: createApp(services).fetch, end: services.waiters.end }),
    async tend() {
      await forgetOld(queries, now())
      const rotate = async () => (await rotateKeys(services)) + (await rehashAddresses(services))
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
      await vaultTeller.close()
      await mailer.close()
      await database.close()
    },
  })
}

export declare namespace start {
  type Options = ProcessOptions & {
    /** Origin of this server and its pages, as browsers see it; `iss` of its access tokens. */
    loginOrigin: string
    /** KEK-A: `kid:base64,kid2:base64`; the first wraps, the others still open. */
    kek: string
    /** Fingerprints of the vault's keys, when known in advance. @default each call between the two compares them */
    vaultFingerprints?: readonly string[] | undefined
    /**
     * Key of the HMACs of codes, addresses and networks, and of the audit log; losing it loses the link from addresses
     * to users.
     */
    otpPepper: string
    /** A second accepted value: the previous one, or the next one, during a rotation. @default none */
    otpPepperSecond?: string | undefined
    /** Ed25519: `kid:base64,kid2:base64`, 32 random bytes each; the first signs, tokens of the others stay valid. */
    tokenKeys: string
    vault: {
      /** As browsers see it. */
      readonly url: string
      /** URL by which this server reaches it. @default url */
      readonly internalUrl?: string | undefined
      /** The secret by which both servers sign their calls. */
      readonly serviceSecret: string
    }
    api: { readonly url: string; readonly serviceToken: string }
    /** This server's own mail account. */
    mail: { readonly smtpUrl: string; readonly from: string }
    /** @default memory: all is gone at the end */
    database?: Location | undefined
    /** The built pages, or their folder. @default dist/pages of this package */
    pages?: PageBundle | string | undefined
    /** Ids of the operator's own projects, in whose frame more requests may be approved. @default none */
    firstPartyProjects?: readonly string[] | undefined
    /** Chains in addition to the product's, for the approval screens. @default none */
    networks?: Boot['networks'] | undefined
    /** The code that accounts of a network may run, by CAIP-2 id (EIP-7702). @default none: no smart accounts */
    smartAccounts?: Readonly<Record<string, string>> | undefined
    /** Pays gas for users of smart accounts. @default none: users pay themselves */
    sponsor?:
      | {
          readonly url: string
          readonly token: string
          /** Networks for which it has a bundler (CAIP-2). @default none */
          readonly bundled?: readonly string[] | undefined
        }
      | undefined
    /** `off` requires no vault link from a device, and the vault relies on this server. @default 'always' */
    deviceApproval?: 'always' | 'off' | undefined
    /** The providers of social logins, by name. @default none */
    socials?: SocialSettings | undefined
    /** The Farcaster login: its relay, and the chain of its registries. @default not offered */
    farcaster?: FarcasterSettings | undefined
    /** Sites' own logins. @default none */
    customs?: readonly CustomLogin[] | undefined
    /** The operator's own challenge before mails, in place of the proof of work. @default none */
    challenge?: ChallengeSettings | undefined
    limits?: LimitSettings<typeof limitTable> | undefined
    /** Minimum time of answers in a login, in ms, so that timing does not reveal the result. @default 300 */
    leastMs?: number | undefined
    /** Gives the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}
