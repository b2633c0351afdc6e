import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import {
  authStatus,
  createLocalKms,
  exportPublicKey,
  makeDpopProof,
  revokeSessions,
  thumbprint,
} from '@foyer/protocol/custody'
import {
  loginDevice,
  loginEmail,
  readAccountFacts,
  setPreferredAccount,
  undoEmailChange,
} from '@foyer/protocol/login'
import { authFingerprints, signServiceCall, vaultFreeze } from '@foyer/protocol/vault'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { createTestServers, type TestServers } from './createTestServers.test.kit.ts'
import type { Services } from './services.ts'
import { newAddress } from './startTestLogin.test.kit.ts'
import { createCallVault } from './vault/callVault.ts'

const origin = 'https://id.example'
let servers: TestServers
let services: Services
let app: ReturnType<typeof createApp>
const rates = { clients: 1_000_000, devices: 1_000_000 }
beforeAll(async () => {
  servers = await createTestServers('PGlite')
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  services = {
    ...{ ...servers.services, trustedProxies: 1 },
    limits: {
      ...servers.services.limits,
      get callsOfClientPerMinute() {
        return { limit: rates.clients, windowMs: 60_000 }
      },
      get callsOfDevicePerMinute() {
        return { limit: rates.devices, windowMs: 60_000 }
      },
    },
  }
  app = createApp(services)
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 86_400_000
  Object.assign(rates, { clients: 1_000_000, devices: 1_000_000 })
})

type Sent = { headers?: Record<string, string | undefined>; body?: string; ip?: string }
async function send(path: string, { body = '{}', headers, ip = '192.0.2.7' }: Sent = {}) {
  const own = { origin, 'content-type': 'application/json', 'x-forwarded-for': ip }
  const given = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined)
  const init = { method: 'POST', body, headers: Object.fromEntries(given) as never }
  const response = await app.request(origin + path, init)
  const answer = (await response.json()) as { error?: { code: string } } & Record<string, unknown>
  const { headers: got, status } = response
  return { status, code: answer.error?.code, answer, nonce: got.get('DPoP-Nonce') }
}
/** A browser that logs in with a real key. */
async function createKey() {
  const use = ['sign', 'verify'] as const
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, use)
  const jkt = await thumbprint(await exportPublicKey(pair.publicKey))
  const caller = { ...servers.newCaller(), jkt }
  const call = async (
    path: string,
    { accessToken, body = '{}', headers = {}, ip }: Sent & { accessToken?: string } = {},
  ) => {
    const once = async (nonce?: string) =>
      send(path, {
        ...{ body, ...(ip !== undefined && { ip }) },
        headers: {
          dpop: await makeDpopProof({
            ...{ method: 'POST', url: origin + path, body: new TextEncoder().encode(body) },
            ...{ accessToken, key: pair, nonce, nowMs: servers.now() },
          }),
          ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
          ...headers,
        },
      })
    const first = await once()
    return first.code === 'use_dpop_nonce' ? once(first.nonce ?? undefined) : first
  }
  return { caller, call, jkt }
}

describe('a call from a page of this origin', () => {
  const token = 'x'.repeat(43)
  const undo = (sent: Sent = {}) =>
    send(undoEmailChange.path, { body: JSON.stringify({ token }), ...sent })

  test.each<[Record<string, string | undefined>, number]>([
    [{}, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: undefined }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    [{ 'content-type': 'application/json; charset=utf-8' }, 200],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'text/plain; application/json' }, 415],
    [{ 'content-type': undefined }, 415],
  ])('with the headers %j is answered with %i', async (headers, status) => {
    expect((await undo({ headers })).status).toBe(status)
  })

  test('is counted per address, or per network for IPv6, over all routes', async () => {
    rates.clients = 2
    const codes = []
    for (const ip of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2'])
      codes.push((await undo({ ip })).status)
    expect(codes).toEqual([200, 200, 429, 200])
    expect((await send(loginDevice.path, { ip: '10.0.0.1' })).status).toBe(429)
    const sixes = []
    for (const ip of ['a::1', 'a::2', 'a::3']) sixes.push((await undo({ ip })).status)
    expect(sixes).toEqual([200, 200, 429])
    // Calls of other origins are not counted.
    for (const _ of [1, 2, 3]) await undo({ ip: '10.0.0.3', headers: { origin: undefined } })
    expect((await undo({ ip: '10.0.0.3' })).status).toBe(200)
    servers.clock.addMs += 60_000
    expect((await undo({ ip: '10.0.0.1' })).status).toBe(200)
  })
})

describe('a call from a device', () => {
  test("proves the device's key, and is counted per key", async () => {
    const [one, other] = [await createKey(), await createKey()]
    const body = JSON.stringify({ sids: [randomUUID()] })
    rates.devices = 2
    const revoke = ({ call }: typeof one) => call(revokeSessions.path, { body })
    const statuses = []
    for (const who of [one, one, one, other]) statuses.push((await revoke(who)).status)
    expect(statuses).toEqual([200, 200, 429, 200])
    expect((await send(revokeSessions.path, { body })).code).toBe('proof-invalid')
    servers.clock.addMs += 60_000
    expect((await revoke(one)).status).toBe(200)
  })

  test('needs a login, and for shares an access token of its own session', async () => {
    const { caller, call, jkt } = await createKey()
    expect((await call(readAccountFacts.path)).code).toBe('unauthorized')
    const { session } = await servers.logIn(newAddress(), undefined, caller)
    const { sid, userId } = session!
    expect((await call(readAccountFacts.path)).answer).toMatchObject({ userId })
    const body = JSON.stringify({ type: 'smartAccount' })
    expect((await call(setPreferredAccount.path, { body })).answer).toEqual({ type: 'eoa' })
    const facts = { amr: ['otp'], authAt: 0, origin: null, projectId: null }
    const sign = (more: object = {}) =>
      services.tokens.sign({ ...facts, userId, sid, jkt, ...more })
    const none = await call(authStatus.path)
    expect([none.code, none.nonce]).toEqual(['token-invalid', expect.any(String)])
    expect((await call(authStatus.path, { accessToken: await sign() })).answer).toMatchObject({
      userId,
    })
    for (const [more, code] of [
      [{ sid: randomUUID() }, 'token-invalid'],
      [{ jkt: 'a'.repeat(43) }, 'proof-invalid'],
    ] as const)
      expect((await call(authStatus.path, { accessToken: await sign(more) })).code).toBe(code)
    expect((await call(authStatus.path, { accessToken: 'a.b.c' })).code).toBe('token-invalid')
  })

  test("passes the device's browser and network address on to the vault", async () => {
    const { call } = await createKey()
    const asked: unknown[] = []
    const own = createApp({
      ...services,
      callVault: async (_, body) => {
        asked.push(body)
        throw new Error('enough')
      },
    })
    const before = app
    app = own
    const email = newAddress()
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 ${'x'.repeat(600)}`
    const headers = { 'user-agent': userAgent }
    await call(loginEmail.path, { body: JSON.stringify({ email }), headers, ip: '10.1.2.3' })
    app = before
    expect(asked).toMatchObject([
      { email, requester: { ip: '10.1.2.3', userAgent: userAgent.slice(0, 512), origin } },
    ])
  })
})

describe('a call from or to the vault', () => {
  const sign = async (nowMs = servers.now(), from: 'A' | 'B' = 'B') => {
    const keys = `kekB-1:${randomBytes(32).toString('base64')}`
    const { fingerprints } = await createLocalKms({ store: from, keys })
    const body = new TextEncoder().encode('{}')
    const { path } = authFingerprints
    return signServiceCall({
      ...{ from, method: 'POST', path, body, fingerprints, nowMs },
      secret: services.serviceSecret,
    })
  }
  const ask = (headers: Record<string, string>, ip = '192.0.2.9') =>
    send(authFingerprints.path, { headers: { ...headers, origin: undefined }, ip })

  test('is accepted once, and only when the vault signed it', async () => {
    const headers = await sign()
    const { answer, status } = await ask(headers)
    expect([status, answer]).toEqual([200, { fingerprints: services.kms.fingerprints }])
    expect((await ask(headers)).code).toBe('unauthorized')
    expect((await ask(await sign(servers.now(), 'A'))).code).toBe('unauthorized')
    expect((await ask({})).code).toBe('unauthorized')
    rates.clients = 1
    expect((await ask(await sign(), '192.0.2.10')).status).toBe(200)
    expect((await ask(await sign(), '192.0.2.10')).status).toBe(429)
  })

  test("that is refused because of this server is reported as a server error, not as the user's fault", async () => {
    const codes = []
    for (const [status, code] of [
      [403, 'unauthorized'],
      [403, 'evidence-required'],
      [429, 'limit-exceeded'],
    ] as const) {
      const vault = createServer((_, response) => {
        response.writeHead(status).end(JSON.stringify({ error: { code, message: 'no' } }))
      })
      await new Promise<void>((resolve) => vault.listen(0, '127.0.0.1', resolve))
      const { port } = vault.address() as { port: number }
      const callVault = createCallVault({
        ...{ baseUrl: `http://127.0.0.1:${port}`, secret: 'secret', fingerprints: [] },
      })
      const call = callVault(vaultFreeze, { userId: randomUUID() })
      codes.push(await call.catch(({ code, retryAfterMs, status }) => [status, code, retryAfterMs]))
      vault.close()
      vault.closeAllConnections()
    }
    expect(codes).toEqual([
      [503, 'http-failed', 5000],
      [403, 'evidence-required', undefined],
      [429, 'limit-exceeded', undefined],
    ])
  })
})
