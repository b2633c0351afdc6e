import { randomBytes } from 'node:crypto'
import type { BodyOf, Endpoint, ResponseOf } from '@foyer/protocol'
import { createLocalKms } from '@foyer/protocol/custody'
import type { VaultEvent } from '@foyer/protocol/vault'
import { createLimiter, createLog, type Mail, resolveLimits, sha256 } from '@foyer/server'
import { createAudit, createDatabaseCounter } from '@foyer/server/database'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { contactHmac } from './contacts/bindContact.ts'
import { sealText } from './contacts/contact.ts'
import { audit, links, rates, shares, users, wallets } from './database/schema.ts'
import { vaultDatabase } from './database/vaultDatabase.ts'
import { limits } from './limits.ts'
import { decideLink } from './links/decideLink.ts'
import { createVerifyIdToken, type VerifyIdToken } from './logins/socials.ts'
import { createMetrics } from './metrics.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'
import { readStanding } from './standing.ts'

const opener = { network: '192.0.2.0/24', browser: 'Chrome', os: 'Linux' }

/** Runs the vault's own code without sockets or a mail server: thousands of steps take seconds. */
export async function createTestServices({
  engine,
  now,
  verifyIdToken = createVerifyIdToken({ socials: {}, now }),
}: {
  engine: TestEngine
  now: () => number
  /** A provider's signature. @default no provider is configured */
  verifyIdToken?: VerifyIdToken
}) {
  const database = await openTestDatabase(vaultDatabase, engine)
  const { queries } = database
  const hmacKey = randomBytes(32).toString('hex')
  const keys = `kekB-1:${randomBytes(32).toString('base64')}`
  const mails: Mail[] = []
  const events: VaultEvent[] = []
  const services: Services = {
    log: createLog({ app: 'vault', level: 'silent' }),
    metrics: createMetrics(),
    queries,
    kms: await createLocalKms({ store: 'B', keys }),
    hmacKey,
    serviceSecret: randomBytes(32).toString('hex'),
    verifyToken: () => Promise.reject(new Error('There are no tokens here.')),
    verifySiwf: undefined,
    verifyIdToken,
    audit: createAudit(audit, { key: hmacKey, now }),
    outbox: {
      async add(_, event) {
        events.push({ id: crypto.randomUUID(), at: now(), ...event })
      },
      sendAdded() {},
      async close() {},
    },
    mailer: {
      send: (mail) => void mails.push(mail),
      async close() {},
    },
    limits: resolveLimits(limits),
    limiter: createLimiter({ counters: [createDatabaseCounter(queries, rates)], now }),
    // Work before a mail is tested elsewhere.
    askWork: async () => undefined,
    allowAssertedRecovery: true,
    publicUrl: 'https://vault.example',
    loginOrigin: 'https://id.example',
    passkeyDomain: 'id.example',
    trustedProxies: 0,
    metricsToken: undefined,
    checkHealth: async () => {},
    now,
  }
  return {
    services,
    /** Keys that wrap the rows. */
    kek: keys,
    /** All mails sent, oldest first. */
    mails,
    /** Events for the login server; a test removes them as it reads them. */
    events,
    /** Makes a call as the login server. */
    async call<endpoint extends Endpoint>(
      { path, response }: endpoint,
      input: BodyOf<endpoint>,
      /** The key of a device that calls. */
      caller?: { jkt: string },
    ): Promise<ResponseOf<endpoint>> {
      const route = routes.find(({ endpoint }) => endpoint.path === path)
      if (!route) throw new Error(`There is no route ${path}`)
      const body = v.parse(route.endpoint.body!, input) as never
      return v.parse(
        response as v.GenericSchema,
        await route.handle({ body, caller: caller as never, params: {}, query: {} }, services),
      ) as ResponseOf<endpoint>
    },
    /** Opens the link of a mail as the user, in the browser that asked. */
    decide: (token: string, decision: 'approve' | 'deny' = 'approve') =>
      decideLink(services, { token, decision, digits: undefined, opener }),
    /** The token of the newest mail, as its link carries it. */
    newestToken: () => /#t=([\w-]{43})/.exec(mails.at(-1)?.lines.join('\n') ?? '')?.[1] ?? '',
    /** Adds a user without any call; `email` is the address on file. */
    async addUser({
      email,
      ...more
    }: { email?: string } & Partial<typeof users.$inferInsert> = {}) {
      const userId = crypto.randomUUID()
      const sealed =
        email === undefined
          ? undefined
          : await sealText(services.kms, { owner: userId, text: email })
      await queries.insert(users).values({
        ...{ userId, evidence: email === undefined ? 'asserted' : 'email' },
        ...(sealed && {
          contactHmac: contactHmac(hmacKey, email!),
          contactKid: sealed.kid,
          contactBlob: sealed.blob,
        }),
        ...more,
      })
      return userId
    },
    /** Puts a wallet in force for a device, as if it had made it, or restored it. */
    async giveWallet({ jkt, userId }: { userId: string; jkt: string }) {
      const fresh = { userId, walletId: crypto.randomUUID(), evm: '0x', sol: '1', createdAt: now() }
      await queries.insert(wallets).values(fresh).onConflictDoNothing()
      const [wallet] = await queries.select().from(wallets).where(eq(wallets.userId, userId))
      await queries.insert(shares).values({
        ...{ setId: crypto.randomUUID(), changeId: crypto.randomUUID(), userId, jkt },
        ...{ walletId: wallet!.walletId, kind: 'device', mode: 'auto', epoch: 1 },
        ...{ evm: '0x', sol: '1', kid: 'kekB-1', edk: '', ct: '' },
        ...{ createdAt: now(), committedAt: now() },
      })
    },
    /** Events of the audit log about a user, oldest first. */
    async auditOf(userId: string): Promise<Record<string, unknown>[]> {
      const rows = await queries.select().from(audit).orderBy(audit.seq)
      return rows
        .map(({ event }) => JSON.parse(event) as Record<string, unknown>)
        .filter((event) => event.userId === userId)
    },
    /** Tells whether the vault would release a share to this key. */
    async allowsRecovery(asking: { userId: string; jkt: string }): Promise<boolean> {
      const { evidence } = await queries.transaction((tx) => readStanding(services, tx, asking))
      return evidence !== undefined
    },
    /** Reads the vault's row of a user. */
    async readRow(userId: string) {
      const [row] = await queries.select().from(users).where(eq(users.userId, userId))
      return row
    },
    /** Reads the number that the login window shows for a link. */
    async numberOf(token: string) {
      const [link] = await queries
        .select()
        .from(links)
        .where(eq(links.tokenHash, sha256(token)))
      return link?.number
    },
    stop: () => database.close(),
  }
}
