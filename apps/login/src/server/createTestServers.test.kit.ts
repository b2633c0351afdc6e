import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { ResponseOf } from '@foyer/protocol'
import { createLocalKms } from '@foyer/protocol/custody'
import type { loginEmail } from '@foyer/protocol/login'
import { emailAddress } from '@foyer/protocol/vault'
import {
  createConcurrency,
  createLimiter,
  createLog,
  HttpError,
  type LimitSettings,
  type Mail,
  resolveLimits,
} from '@foyer/server'
import { createAudit, createDatabaseCounter, rememberUsed } from '@foyer/server/database'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import { createTestServices } from '@foyer/vault/testServices'
import * as v from 'valibot'
import type { Caller } from './auth/caller.ts'
import { shape } from './database/database.ts'
import { audit, rates, used } from './database/schema.ts'
import { applyVaultEvent } from './events/vaultEvents.ts'
import { limits as limitTable } from './limits.ts'
import { beginLogin } from './login/loginEmail.ts'
import { endLogin } from './login/loginOtp.ts'
import { createMetrics } from './metrics.ts'
import { networksWith } from './pages/networks.ts'
import type { Services } from './services.ts'
import { emptyPages } from './startTestLogin.test.kit.ts'
import { createTokens } from './tokens/accessTokens.ts'
import { requireSession } from './tokens/sessions.ts'
import { token } from './tokens/token.ts'
import { tellVault } from './vault/createVaultTeller.ts'
import { createWaiters } from './waiters.ts'

const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36'

/** Both servers' own parts, without sockets, proofs or a mail server: thousands of steps take seconds. */
export async function createTestServers(
  engine: TestEngine,
  {
    limits: set = {},
    socials = new Map(),
    verifyIdToken,
  }: {
    limits?: LimitSettings<typeof limitTable>
    /** @default none */
    socials?: Services['socials']
    verifyIdToken?: NonNullable<Parameters<typeof createTestServices>[0]['verifyIdToken']>
  } = {},
) {
  /** `fixedAt` freezes the time, in ms since 1970. */
  const clock: { addMs: number; fixedAt?: number | undefined } = { addMs: 0 }
  const now = () => (clock.fixedAt ?? Date.now()) + clock.addMs
  const database = await openTestDatabase(shape, engine)
  const { queries } = database
  const vault = await createTestServices({ engine, now, ...(verifyIdToken && { verifyIdToken }) })
  const hmacKey = randomBytes(32).toString('hex')
  const kek = key('kekA-1')
  const mails: Mail[] = []
  const state = { isVaultAway: false }
  const many = 1_000_000
  // This test varies the order of steps; rate limits would only get in the way.
  const limits = resolveLimits(limitTable, {
    ...{ mailsOfEmailPer30s: many, mailsOfEmailPerHour: many, mailsOfEmailPerDay: many },
    ...{ mailsOfClientPer10Min: many, mailsOfClientPerDay: many },
    ...{ codesOfClient: many, wrongCodesOfAddress: many },
    ...set,
  })
  const lines: string[] = []
  const services: Services = {
    log: createLog({
      ...{ app: 'login', level: 'debug' },
      destination: new Writable({
        write: (chunk, _, done) => {
          lines.push(String(chunk))
          done()
        },
      }),
    }),
    metrics: createMetrics(),
    queries,
    kms: await createLocalKms({ store: 'A', keys: kek }),
    hmacKey,
    hmacKeys: [hmacKey],
    serviceSecret: randomBytes(32).toString('hex'),
    tokens: createTokens({ keys: key('token-1'), issuer: 'https://id.example', now }),
    audit: createAudit(audit, { key: hmacKey, now }),
    mailer: { send: (mail) => void mails.push(mail) },
    callVault: (endpoint, body) =>
      state.isVaultAway
        ? Promise.reject(new HttpError(503, 'http-failed', 'The vault is away'))
        : vault.call(endpoint, body),
    projects: { admit: () => Promise.reject(new Error('There are no projects here.')) } as never,
    callSponsor: undefined,
    callChain: () => Promise.reject(new Error('There are no chains here.')),
    socials,
    farcaster: undefined,
    customs: new Map(),
    waiters: createWaiters(),
    openCalls: createConcurrency(),
    vaultTeller: { tell: () => tellVault(services).catch(() => {}), close: async () => {} },
    limits,
    limiter: createLimiter({ counters: [createDatabaseCounter(queries, rates)], now }),
    // Work before a mail is tested elsewhere.
    askWork: async () => undefined,
    challengeOrigin: undefined,
    leastMs: 0,
    deviceApproval: 'always',
    loginOrigin: 'https://id.example',
    vaultOrigin: 'https://vault.example',
    firstPartyProjects: new Set(),
    networks: networksWith([]),
    pages: emptyPages,
    trustedProxies: 0,
    metricsToken: undefined,
    checkHealth: async () => {},
    remember: (name, until) => rememberUsed(queries, used, { key: name, until }),
    now,
  }
  /** A browser: its key is a name here. */
  const newCaller = (): Caller => ({
    jkt: randomBytes(32).toString('base64url'),
    client: {
      ip: '192.0.2.1',
      network: '192.0.2.0/24',
      userAgent: browser,
      browser: 'Chrome on Linux',
      language: 'en' as const,
    },
    signal: new AbortController().signal,
  })
  /** Mails to an address since then, from both servers. */
  const inbox = (email: string, since: { login: number; vault: number }) => ({
    login: mails.slice(since.login).filter(({ to }) => to === email),
    vault: vault.mails.slice(since.vault).filter(({ to }) => to === email),
  })
  const mark = () => ({ login: mails.length, vault: vault.mails.length })
  const tokenOf = ({ lines }: Mail) => /#t=([\w-]{43})/.exec(lines.join('\n'))?.[1] ?? ''
  const codeOf = ({ lines }: Mail) => lines.find((line) => /^\d{6}$/.test(line)) ?? ''
  /** Decides a link of the vault, and notifies the login server. */
  const decide = async (mail: Mail, decision: 'approve' | 'deny' = 'approve') => {
    const state = await vault.decide(tokenOf(mail), decision)
    for (const event of vault.events.splice(0)) await applyVaultEvent(services, event)
    return state
  }
  return {
    ...{ clock, codeOf, database, decide, inbox, mails, mark, newCaller, now, services, state },
    /** Keys that wrap the rows. */
    kek,
    /** Lines of the log. */
    lines,
    /** The newest code that was mailed to an address. */
    codeFor: (email: string) => codeOf(mails.findLast(({ to }) => to === email)!),
    /** Events of the audit log about a user, oldest first. */
    async auditOf(userId: string): Promise<Record<string, unknown>[]> {
      const rows = await queries.select().from(audit).orderBy(audit.seq)
      return rows
        .map(({ event }) => JSON.parse(event) as Record<string, unknown>)
        .filter((event) => event.userId === userId)
    },
    tokenOf,
    vault: {
      allowsRecovery: vault.allowsRecovery,
      call: vault.call,
      decide: vault.decide,
      events: vault.events,
      giveWallet: vault.giveWallet,
      mails: vault.mails,
      numberOf: vault.numberOf,
      readRow: vault.readRow,
    },
    /**
     * Logs in as a user who reads these mailboxes, and approves the mails for this browser.
     * @returns the session, or why there is none
     */
    async logIn(email: string, reads: readonly string[] = [email], caller = newCaller()) {
      const since = mark()
      const begun: ResponseOf<typeof loginEmail> = await beginLogin(
        services,
        { email: v.parse(emailAddress, email) },
        caller,
      )
      if (begun.action === 'WORK') throw new Error('no work is asked for here')
      if (begun.action === 'CONNECT')
        return { caller, session: await requireSession(services, caller.jkt) }
      if (begun.action === 'VERIFY_DEVICE')
        for (const address of reads)
          for (const mail of inbox(address, since).vault) await decide(mail)
      const mail = inbox(email, since).login.at(-1)
      if (!mail || !reads.includes(email)) return { caller, session: undefined }
      const { ticket } = await endLogin(services, { txnId: begun.txnId, otp: codeOf(mail) }, caller)
      await token(services, { grant: 'login', ticket }, caller)
      return { caller, session: await requireSession(services, caller.jkt) }
    },
    async stop() {
      await database.close()
      await vault.stop()
    },
  }
}
export type TestServers = Awaited<ReturnType<typeof createTestServers>>
