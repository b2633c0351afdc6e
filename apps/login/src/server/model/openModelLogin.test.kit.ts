import { randomBytes, randomUUID } from 'node:crypto'
import type { BodyOf, Endpoint } from '@foyer/protocol'
import { createLocalKms, exportPublicKey, makeDpopProof, thumbprint } from '@foyer/protocol/custody'
import { signServiceCall, vaultSendLink, vaultUnfreeze } from '@foyer/protocol/vault'
import {
  createConcurrency,
  createLimiter,
  createLog,
  HttpError,
  type Mail,
  type Route,
  readRouteBody,
  refuse,
  resolveLimits,
} from '@foyer/server'
import { createDatabaseCounter, rememberUsed } from '@foyer/server/database'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import { createApp } from '../app.ts'
import { shape } from '../database/database.ts'
import { rates, used } from '../database/schema.ts'
import { ofSession, ofToken } from '../doors.ts'
import { limits as limitTable } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import { routes } from '../routes.ts'
import type { Services } from '../services.ts'
import { emptyPages } from '../startTestLogin.test.kit.ts'
import { createTokens } from '../tokens/accessTokens.ts'
import { requireSession, requireTokenSession } from '../tokens/sessions.ts'
import { createWaiters } from '../waiters.ts'

const loginOrigin = 'https://id.example'

export type ModelKey = Readonly<{ jkt: string; pair: CryptoKeyPair }>
export async function newModelKey(): Promise<ModelKey> {
  const use = ['sign', 'verify'] as const
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, use)
  return { pair, jkt: await thumbprint(await exportPublicKey(pair.publicKey)) }
}

export type ModelAnswer = {
  status: number
  code: string | undefined
  body: Record<string, unknown> & { error?: { code: string } }
}

/** The login server's app without a socket, next to a vault that answers whatever helps the attacker. */
export async function openModelLogin(engine: TestEngine) {
  const database = await openTestDatabase(shape, engine)
  const { queries } = database
  const keysOf = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`
  const kms = await createLocalKms({ store: 'A', keys: keysOf('a') })
  const kmsB = await createLocalKms({ store: 'B', keys: keysOf('b') })
  const serviceSecret = randomUUID()
  const hmacKey = randomUUID()
  const clock = { nowMs: Date.now() }
  const now = () => clock.nowMs
  const mails: Mail[] = []
  /** Links that A requested from the vault. */
  const linkIds: string[] = []
  const none = 1_000_000_000
  const services: Services = {
    ...{ kms, queries, hmacKey, serviceSecret, loginOrigin, now },
    hmacKeys: [hmacKey],
    log: createLog({ app: 'login', level: 'silent', secrets: [] }),
    metrics: createMetrics(),
    tokens: createTokens({ keys: keysOf('t'), issuer: loginOrigin, now }),
    // The audit log is tested elsewhere.
    audit: async () => {},
    mailer: { send: (mail) => void mails.push(mail) },
    callVault: (async (endpoint: Endpoint) => {
      if (endpoint !== vaultSendLink && endpoint !== vaultUnfreeze)
        return {
          ...{ done: true, isCommitted: true, state: 'approved' },
          ...{ number: '000000', expiresAt: now() + 1_200_000 },
        }
      const linkId = randomUUID()
      linkIds.push(linkId)
      return { status: 'asked', linkId, number: '000000', expiresAt: now() + 1_200_000 }
    }) as never,
    vaultTeller: { tell: async () => {}, close: async () => {} },
    projects: {} as never,
    callChain: {} as never,
    callSponsor: undefined,
    socials: new Map(),
    farcaster: undefined,
    customs: new Map(),
    waiters: createWaiters(),
    openCalls: createConcurrency(),
    limits: resolveLimits(limitTable, {
      ...{ mailsOfEmailPer30s: none, mailsOfEmailPerHour: none, mailsOfEmailPerDay: none },
      ...{ mailsOfClientPer10Min: none, mailsOfClientPerDay: none },
      ...{ codesOfClient: none, callsOfDevicePerMinute: none, callsOfClientPerMinute: none },
      ...{ signsPerMinute: none, recoveriesPerDay: none, recoveriesPerMinute: none },
    }),
    limiter: createLimiter({ counters: [createDatabaseCounter(queries, rates)], now }),
    // Work before a mail is tested elsewhere.
    askWork: async () => undefined,
    challengeOrigin: undefined,
    leastMs: 0,
    deviceApproval: 'always',
    vaultOrigin: 'https://vault.example',
    firstPartyProjects: new Set(),
    networks: [],
    pages: emptyPages,
    trustedProxies: 0,
    metricsToken: randomUUID(),
    checkHealth: () => database.ping(),
    remember: (key, until) => rememberUsed(queries, used, { key, until }),
  }
  const app = createApp(services)
  const mode = { isWhole: true }
  let nonce: string | undefined
  const encode = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))
  const post = async (
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<ModelAnswer> => {
    const response = await app.request(loginOrigin + path, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json', ...headers },
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    const body = (await response.json()) as ModelAnswer['body']
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`)
    return { status: response.status, code: body.error?.code, body }
  }
  const client = {
    ip: 'unknown',
    network: 'unknown',
    userAgent: '',
    browser: 'Chrome on Linux',
    language: 'en' as const,
  }
  /** The caller as the app finds it; only the proof of the key is neither made nor verified. */
  const letIn = async (
    { door }: Route<Services>,
    { jkt }: ModelKey,
    accessToken: string | undefined,
  ) => {
    const caller = { jkt, client, signal: new AbortController().signal }
    if (door === ofSession) return { ...caller, session: await requireSession(services, jkt) }
    if (door !== ofToken) return caller
    const facts = await services.tokens.verify(accessToken ?? '')
    if (facts.jkt !== jkt) refuse('proof-invalid', 'The token is of another key')
    return { ...caller, session: await requireTokenSession(services, facts) }
  }
  const handle = async (
    path: string,
    body: unknown,
    identify: (route: Route<Services>) => Promise<unknown>,
  ): Promise<ModelAnswer> => {
    try {
      const route = routes.find(({ endpoint }) => endpoint.path === path)
      if (!route) throw new Error(`There is no route ${path}`)
      const input = readRouteBody(route, encode(body))
      const caller = (await identify(route)) as never
      const found = await route.handle({ body: input, caller, params: {}, query: {} }, services)
      const answer = found instanceof Response ? await found.json() : found
      return { status: 200, code: undefined, body: answer as ModelAnswer['body'] }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { code, status } = error
      return { status, code, body: { error: { code } } }
    }
  }

  return {
    ...{ clock, linkIds, mails, mode, queries },
    /** The newest code that was mailed to an address. */
    code: (email: string) =>
      mails
        .filter(({ to }) => to === email)
        .map(({ lines }) => /\b\d{6}\b/.exec(lines.join('\n'))?.[0])
        .findLast((code) => code !== undefined) ?? '000000',
    /** A call of a device. */
    async call<endpoint extends Endpoint>(
      { path }: endpoint,
      body: BodyOf<endpoint>,
      key: ModelKey,
      accessToken?: string,
    ): Promise<ModelAnswer> {
      if (!mode.isWhole) return handle(path, body, (route) => letIn(route, key, accessToken))
      const bytes = encode(body)
      const send = async () =>
        post(path, bytes, {
          origin: loginOrigin,
          ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
          dpop: await makeDpopProof({
            ...{ method: 'POST', url: loginOrigin + path, body: bytes },
            ...{ accessToken, key: key.pair, nonce, nowMs: clock.nowMs },
          }),
        })
      const first = await send()
      return first.code === 'use_dpop_nonce' ? send() : first
    },
    /** A call of the vault. */
    async service<endpoint extends Endpoint>(
      { method, path }: endpoint,
      body: BodyOf<endpoint>,
    ): Promise<ModelAnswer> {
      if (!mode.isWhole) return handle(path, body, async () => undefined)
      const bytes = encode(body)
      const call = { from: 'B', method, path, body: bytes } as const
      const { fingerprints } = kmsB
      const signed = { ...call, secret: serviceSecret, fingerprints, nowMs: clock.nowMs }
      return post(path, bytes, await signServiceCall(signed))
    },
    close: () => database.close(),
  }
}
export type ModelLogin = Awaited<ReturnType<typeof openModelLogin>>
