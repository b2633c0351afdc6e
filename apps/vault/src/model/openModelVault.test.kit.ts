import { randomBytes, randomUUID } from 'node:crypto'
import type { BodyOf, Endpoint } from '@foyer/protocol'
import {
  createLocalKms,
  encodeBase64Url,
  exportPublicKey,
  makeDpopProof,
  thumbprint,
} from '@foyer/protocol/custody'
import { signServiceCall } from '@foyer/protocol/vault'
import {
  createLimiter,
  createLog,
  HttpError,
  readBrowser,
  readInputError,
  readRouteBody,
  refuse,
  resolveLimits,
} from '@foyer/server'
import { createDatabaseCounter } from '@foyer/server/database'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import { createApp } from '../app.ts'
import type { Caller } from '../auth/accessToken.ts'
import { rates } from '../database/schema.ts'
import { vaultDatabase } from '../database/vaultDatabase.ts'
import { limits } from '../limits.ts'
import { placeOf } from '../links/placeOf.ts'
import { createVerifyIdToken } from '../logins/socials.ts'
import { createMetrics } from '../metrics.ts'
import { routes } from '../routes.ts'
import type { Services } from '../services.ts'

const publicUrl = 'https://vault.example'
export const loginOrigin = 'https://id.example'
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'
const opener = { network: placeOf('unknown'), ...readBrowser(userAgent) }
const requester = { ip: 'unknown', userAgent, origin: 'https://shop.example' }

/** A device key, and a nonce of the vault for its next proof. */
export type ModelKey = Readonly<{ jkt: string; pair: CryptoKeyPair }>

/** A token as A writes it; here it is text that the vault believes, since the attacker has A's keys anyway. */
export type ModelToken = Pick<Caller, 'jkt' | 'userId' | 'sid' | 'issuedAt'>

export async function newModelKey(): Promise<ModelKey> {
  const use = ['sign', 'verify'] as const
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, use)
  return { pair, jkt: await thumbprint(await exportPublicKey(pair.publicKey)) }
}

/** The vault's app without a socket: one database, a clock that tests advance, and a mailbox. */
export async function openModelVault(engine: TestEngine) {
  const database = await openTestDatabase(vaultDatabase, engine)
  const keysOf = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`
  const kms = await createLocalKms({ store: 'B', keys: keysOf('b') })
  const kmsA = await createLocalKms({ store: 'A', keys: keysOf('a') })
  const serviceSecret = randomUUID()
  const clock = { nowMs: Date.now() }
  const mails: { to: string; token: string; kind: string }[] = []
  const none = 1_000_000_000
  const services: Services = {
    ...{ kms, serviceSecret, loginOrigin, publicUrl },
    log: createLog({ app: 'vault', level: 'silent', secrets: [] }),
    metrics: createMetrics(),
    queries: database.queries,
    hmacKey: randomUUID(),
    verifyToken: async (token) => {
      const caller = JSON.parse(Buffer.from(token, 'base64url').toString()) as Caller
      const ageMs = clock.nowMs - caller.issuedAt
      return ageMs > 660_000 ? refuse('token-invalid', 'The access token is not valid') : caller
    },
    verifyIdToken: createVerifyIdToken({ socials: {}, now: () => clock.nowMs }),
    verifySiwf: undefined,
    // The audit log is tested elsewhere.
    audit: async () => {},
    outbox: { add: async () => {}, sendAdded() {}, close: async () => {} },
    mailer: {
      send({ kind, lines, to }) {
        const token = /#t=([\w-]{43})/.exec(lines.join('\n'))?.[1] ?? ''
        mails.push({ kind, to, token })
      },
      close: async () => {},
    },
    limits: resolveLimits(limits, {
      ...{ releasesPerUserPerDay: none, releasesPerMinute: none },
      ...{ pageCallsPerMinute: none, shareCallsPerMinute: none },
    }),
    limiter: createLimiter({
      counters: [createDatabaseCounter(database.queries, rates)],
      now: () => clock.nowMs,
    }),
    // Work before a mail is tested elsewhere.
    askWork: async () => undefined,
    allowAssertedRecovery: true,
    passkeyDomain: new URL(loginOrigin).hostname,
    trustedProxies: 0,
    metricsToken: randomUUID(),
    checkHealth: () => database.ping(),
    now: () => clock.nowMs,
  }
  const app = createApp(services, [])
  const mode = { isWhole: true }
  let nonce: string | undefined

  const post = async (
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<ModelAnswer> => {
    const response = await app.request(publicUrl + path, {
      method: 'POST',
      body: bytes,
      headers: { 'user-agent': userAgent, ...headers },
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    const body = (await response.json()) as ModelAnswer['body']
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`)
    return { status: response.status, code: body.error?.code, body }
  }
  const encode = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))
  const prove = async (
    path: string,
    body: unknown,
    { key, token }: { key: ModelKey; token?: ModelToken | undefined },
  ): Promise<ModelAnswer> => {
    const bytes = encode(body)
    const accessToken = token && encodeBase64Url(encode(token))
    const send = async () =>
      post(path, bytes, {
        origin: loginOrigin,
        ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
        dpop: await makeDpopProof({
          ...{ method: 'POST', url: publicUrl + path, body: bytes },
          ...{ accessToken, key: key.pair, nonce, nowMs: clock.nowMs },
        }),
      })
    const first = await send()
    return first.code === 'use_dpop_nonce' ? send() : first
  }
  /** Runs the route with all its checks; only the proof of the key is neither made nor verified. */
  const handle = async (
    path: string,
    body: unknown,
    identify: () => Promise<unknown>,
  ): Promise<ModelAnswer> => {
    try {
      const route = routes.find(({ endpoint }) => endpoint.path === path)
      if (!route) throw new Error(`There is no route ${path}`)
      const caller = (await identify()) as never
      const request = { body: readRouteBody(route, encode(body)), caller, params: {}, query: {} }
      return {
        ...{ status: 200, code: undefined },
        body: (await route.handle(request, services)) as ModelAnswer['body'],
      }
    } catch (error) {
      const known = error instanceof HttpError ? error : readInputError(error as Error)
      if (known === undefined) throw error
      const { code, status } = known
      return { status, code, body: { error: { code } } }
    }
  }

  return {
    ...{ clock, database, mails, mode, queries: database.queries, requester },
    /** A fresh token of A. */
    token: (userId: string, { jkt }: ModelKey, sid: string = randomUUID()): ModelToken => ({
      ...{ userId, jkt, sid },
      issuedAt: Math.floor(clock.nowMs / 1000) * 1000,
    }),
    /** Calls as the key worker. */
    call: <endpoint extends Endpoint>(
      { path }: endpoint,
      body: BodyOf<endpoint>,
      who: { key: ModelKey; token: ModelToken },
    ) =>
      mode.isWhole
        ? prove(path, body, who)
        : handle(path, body, async () => {
            const caller = await services.verifyToken(encodeBase64Url(encode(who.token)))
            if (caller.jkt !== who.key.jkt) refuse('proof-invalid', 'The token is of another key')
            return caller
          }),
    /** Calls as a page, which has no token. */
    ask: <endpoint extends Endpoint>({ path }: endpoint, body: BodyOf<endpoint>, key: ModelKey) =>
      mode.isWhole
        ? prove(path, body, { key })
        : handle(path, body, async () => ({ jkt: key.jkt, madeIn: 'Chrome' })),
    /** Calls as A. */
    async service<endpoint extends Endpoint>(
      { method, path }: endpoint,
      body: BodyOf<endpoint>,
    ): Promise<ModelAnswer> {
      if (!mode.isWhole) return handle(path, body, async () => undefined)
      const bytes = encode(body)
      const { fingerprints } = kmsA
      const call = { from: 'A', method, path, body: bytes } as const
      const signed = { ...call, secret: serviceSecret, fingerprints, nowMs: clock.nowMs }
      return post(path, bytes, await signServiceCall(signed))
    },
    /** Calls as the page that a link opens. */
    page: (path: '/device/decide' | '/device/freeze', body: object) =>
      mode.isWhole
        ? post(path, encode(body), { origin: publicUrl })
        : handle(path, body, async () => opener),
    close: () => database.close(),
  }
}
export type ModelVault = Awaited<ReturnType<typeof openModelVault>>
export type ModelAnswer = {
  status: number
  code: string | undefined
  body: Record<string, unknown> & { error?: { code: string } }
}
