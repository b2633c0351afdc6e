import { randomBytes, randomUUID } from 'node:crypto'
import {
  createLocalKms,
  exportPublicKey,
  makeDpopProof,
  passkeyChallenge,
  passkeyList,
  recoveryForget,
  thumbprint,
} from '@foyer/protocol/custody'
import { signServiceCall, vaultFreeze } from '@foyer/protocol/vault'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import type { Caller } from './auth/accessToken.ts'
import { createTestServices } from './createTestServices.test.kit.ts'
import { answerHeaders, pageHeaders, readDevicePage } from './page.ts'
import type { Services } from './services.ts'

const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
const origin = 'https://id.example'
let app: ReturnType<typeof createApp>
let services: Services
let flushes: number
let caller: Caller
const page = await readDevicePage()

beforeEach(async () => {
  clock.nowMs += 86_400_000
  const vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
  flushes = 0
  services = {
    ...{ ...vault.services, trustedProxies: 1, metricsToken: 'metrics' },
    outbox: { ...vault.services.outbox, sendAdded: () => void flushes++ },
    verifyToken: async () => caller,
    limits: {
      ...vault.services.limits,
      pageCallsPerMinute: { limit: 2, windowMs: 60_000 },
      shareCallsPerMinute: { limit: 2, windowMs: 60_000 },
    },
  }
  app = createApp(services, page)
  return () => vault.stop()
})

type Sent = { headers?: Record<string, string>; body?: BodyInit; method?: string; ip?: string }
async function send(path: string, { body, headers, ip = '192.0.2.7', method = 'POST' }: Sent = {}) {
  const init = { method, headers: { 'X-Forwarded-For': ip, ...headers }, ...(body && { body }) }
  const response = await app.request(`https://vault.example${path}`, init)
  const text = await response.text()
  const code = /"code":"([^"]+)"/.exec(text)?.[1]
  return {
    status: response.status,
    header: (name: string) => response.headers.get(name),
    text,
    code,
  }
}

/** A key that makes its calls with a proof, and with the token of `caller` unless it calls as a page. */
async function createKey() {
  const use = ['sign', 'verify'] as const
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, use)
  const jkt = await thumbprint(await exportPublicKey(pair.publicKey))
  const call = async (
    path: string,
    body: object,
    { accessToken, nonce, ...sent }: Sent & { accessToken?: string; nonce?: string | null } = {},
  ) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const dpop = await makeDpopProof({
      ...{ method: 'POST', url: `https://vault.example${path}`, body: bytes, key: pair },
      ...{ accessToken, nonce: nonce ?? undefined, nowMs: clock.nowMs },
    })
    const authorization = accessToken && { authorization: `DPoP ${accessToken}` }
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'
    const headers = { origin, dpop, 'user-agent': userAgent, ...authorization, ...sent.headers }
    return send(path, { ...sent, body: bytes, headers })
  }
  return { jkt, call }
}

describe('the page behind a mailed link', () => {
  test.each(page)('serves $path by GET, with its headers', async ({ body, path, type }) => {
    const answer = await send(path, { method: 'GET' })
    expect([answer.status, answer.text]).toEqual([200, body])
    expect(answer.header('Content-Type')).toBe(type)
    for (const [name, value] of Object.entries(pageHeaders)) expect(answer.header(name)).toBe(value)
    const { text } = await send('/metrics', {
      ...{ method: 'GET', headers: { authorization: 'Bearer metrics' } },
    })
    expect(text).toContain(`route="${path}"`)
    expect(text).not.toContain('route="unknown"')
  })

  test('the icon has no content, and other paths answer with headers that forbid scripts', async () => {
    expect((await send('/favicon.ico', { method: 'GET' })).status).toBe(204)
    const { header, status } = await send('/device/nothing', { method: 'GET' })
    expect(status).toBe(404)
    for (const [name, value] of Object.entries(answerHeaders)) expect(header(name)).toBe(value)
  })

  test('its calls are accepted from its own origin only, and limited per network', async () => {
    const view = (ip: string, from = 'https://vault.example') =>
      send('/device/view', {
        ...{ ip, headers: { origin: from, 'content-type': 'application/json' } },
        body: JSON.stringify({ token: 'x'.repeat(43) }),
      })
    for (const from of [origin, 'https://evil.example', 'null'])
      expect((await view('192.0.2.7', from)).status).toBe(403)
    // One network of /24; refused origins were not counted.
    expect([(await view('192.0.2.7')).text, (await view('192.0.2.8')).text]).toEqual(
      Array(2).fill('{"state":"over"}'),
    )
    expect((await view('192.0.2.9')).status).toBe(429)
    expect((await view('192.0.3.9')).status).toBe(200)
    clock.nowMs += 60_000
    expect((await view('192.0.2.9')).status).toBe(200)
  })
})

describe('calls from pages of the login origin', () => {
  test.each([recoveryForget, passkeyList])(
    'answers the CORS preflight of $path',
    async ({ path }) => {
      const ask = (from: string) => send(path, { method: 'OPTIONS', headers: { origin: from } })
      const allowed = await ask(origin)
      expect(allowed.status).toBe(204)
      expect(
        ['Allow-Origin', 'Allow-Headers', 'Allow-Methods', 'Expose-Headers'].map((name) =>
          allowed.header(`Access-Control-${name}`),
        ),
      ).toEqual([origin, 'Authorization, Content-Type, DPoP', 'POST', 'DPoP-Nonce'])
      expect(allowed.header('Vary')).toBe('Origin')
      const refused = await ask('https://evil.example')
      expect([refused.status, refused.code]).toEqual([403, 'unauthorized'])
      expect(refused.header('Access-Control-Allow-Origin')).toBeNull()
    },
  )

  test('refuses a preflight to a route of the login server, and a call from another origin', async () => {
    expect((await send(vaultFreeze.path, { method: 'OPTIONS', headers: { origin } })).status).toBe(
      404,
    )
    const { call } = await createKey()
    const headers = { origin: 'https://evil.example' }
    expect((await call(passkeyList.path, {}, { headers })).status).toBe(403)
  })

  test('lets the page read the nonce for its next call, even when the call is refused', async () => {
    const { call } = await createKey()
    const body = { userId: randomUUID() }
    const first = await call(passkeyChallenge.path, body)
    expect([first.status, first.code]).toEqual([401, 'use_dpop_nonce'])
    expect(first.header('Access-Control-Allow-Origin')).toBe(origin)
    const nonce = first.header('DPoP-Nonce')
    expect((await call(passkeyChallenge.path, body, { nonce })).status).toBe(200)
  })

  test('limits calls without a token per network, and calls with a token per key', async () => {
    const [first, second] = [await createKey(), await createKey()]
    const list = ({ call }: typeof first, ip: string) => call(passkeyList.path, {}, { ip })
    expect((await list(first, '192.0.2.7')).status).toBe(401)
    expect((await list(second, '192.0.2.7')).status).toBe(401)
    expect((await list(first, '192.0.2.7')).status).toBe(429)
    expect((await list(first, '192.0.2.8')).status).toBe(401)

    const forget = async ({ call, jkt }: typeof first) => {
      caller = { jkt, userId: randomUUID(), sid: randomUUID(), issuedAt: clock.nowMs }
      const accessToken = 'a.b.c'
      const body = { walletId: randomUUID(), setIds: [] }
      const { header } = await call(recoveryForget.path, body, { accessToken })
      const nonce = header('DPoP-Nonce')
      return (await call(recoveryForget.path, body, { accessToken, nonce })).code
    }
    expect([await forget(first), await forget(first), await forget(first)]).toEqual([
      ...['evidence-required', 'evidence-required', 'limit-exceeded'],
    ])
    expect(await forget(second)).toBe('evidence-required')
    clock.nowMs += 60_000
    expect(await forget(first)).toBe('evidence-required')
  })

  test('reports a missing token, and a token that was issued for another key', async () => {
    const { call, jkt } = await createKey()
    const [path, body] = [recoveryForget.path, { walletId: randomUUID(), setIds: [] }]
    expect((await call(path, body)).code).toBe('token-invalid')
    caller = { jkt: `${jkt}x`, userId: randomUUID(), sid: randomUUID(), issuedAt: clock.nowMs }
    const { header } = await call(path, body, { accessToken: 'a.b.c' })
    const nonce = header('DPoP-Nonce')
    expect((await call(path, body, { accessToken: 'a.b.c', nonce })).code).toBe('proof-invalid')
  })
})

describe('calls from the login server', () => {
  test('accepts each signed call once, and sends stored events after each call', async () => {
    const keys = `kekA-1:${randomBytes(32).toString('base64')}`
    const { fingerprints } = await createLocalKms({ store: 'A', keys })
    const body = new TextEncoder().encode(JSON.stringify({ userId: randomUUID() }))
    const signed = await signServiceCall({
      ...{ from: 'A', method: 'POST', path: vaultFreeze.path, body, fingerprints },
      ...{ secret: services.serviceSecret, nowMs: clock.nowMs },
    })
    const call = () => send(vaultFreeze.path, { body, headers: signed })
    const before = flushes
    expect((await call()).text).toBe('{"done":true}')
    expect((await call()).code).toBe('unauthorized')
    expect(flushes - before).toBe(2)
  })
})
