import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../auth/caller.ts'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { devices, sessions, spentTokens, tickets } from '../database/schema.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { createTokens } from './accessTokens.ts'
import { newRefreshToken, openAnswer, sealAnswer } from './refreshTokens.ts'
import {
  findSession,
  requireSession,
  requireStepUp,
  requireTokenSession,
  revokeSessions,
  type Session,
} from './sessions.ts'
import { revoke, token } from './token.ts'

const day = 86_400_000
let servers: TestServers
let services: Services
/** Calls of the vault teller. */
let tells: number
let at: number
beforeAll(async () => {
  servers = await createTestServers('PGlite')
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  const vaultTeller = { ...servers.services.vaultTeller, tell: async () => void tells++ }
  services = { ...servers.services, vaultTeller }
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 60 * day
  at = servers.now()
  tells = 0
})
const setTime = (ms: number) => {
  servers.clock.addMs += at + ms - servers.now()
}
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

type Ticket = Partial<typeof tickets.$inferInsert>
/** A ticket, as the end of a login writes it, and its device. */
async function newTicket(caller: Caller = servers.newCaller(), more: Ticket = {}) {
  const [ticket, userId, deviceId] = [randomText(32), more.userId ?? randomUUID(), randomUUID()]
  const seen = { browser: '', networkHmac: '', approvedAt: 0, lastSeenAt: 0 }
  const { jkt } = caller
  await services.queries.insert(devices).values({ userId, deviceId, jkt, ...seen })
  await services.queries.insert(tickets).values({
    ...{ ticketHash: sha256(ticket), userId, deviceId, jkt, amr: 'otp link' },
    ...{ projectId: 'p', origin: 'https://shop.example', authAt: servers.now() - 1500 },
    ...{ expiresAt: servers.now() + 120_000, ...more },
  })
  return { caller, deviceId, ticket, userId }
}
const redeem = (ticket: string, caller: Caller) =>
  token(services, { grant: 'login', ticket }, caller)
const refresh = (refreshToken: string, caller: Caller) =>
  token(services, { grant: 'refresh', refreshToken }, caller)
/** A session on a new device. */
async function newSession() {
  const { caller, deviceId, ticket, userId } = await newTicket()
  const answer = await redeem(ticket, caller)
  return { ...answer, caller, deviceId, userId }
}
const rowOf = async (sid: string) => {
  const [row] = await services.queries.select().from(sessions).where(eq(sessions.sid, sid))
  return row as Session
}

describe('a login ticket', () => {
  test('creates a session with its site, device and login time, and an access token that names them', async () => {
    const { caller, deviceId, ticket, userId } = await newTicket()
    const answer = await redeem(ticket, caller)
    expect(answer).toMatchObject({ expiresIn: 600, userId, absExp: at + 30 * day })
    const { sid } = answer
    expect(await rowOf(sid)).toMatchObject({
      ...{ userId, deviceId, jkt: caller.jkt, projectId: 'p', origin: 'https://shop.example' },
      ...{ amr: 'otp link', authAt: at - 1500, idleUntil: at + 7 * day, revokedAt: null },
    })
    expect(decodeJwt(answer.accessToken)).toMatchObject({
      ...{ sub: userId, sid, pid: 'p', org: 'https://shop.example', cnf: { jkt: caller.jkt } },
      ...{ amr: ['otp', 'link'], auth_time: Math.floor((at - 1500) / 1000) },
      ...{ iat: at / 1000, nbf: at / 1000, exp: at / 1000 + 600, iss: 'https://id.example' },
    })
    expect(await servers.auditOf(userId)).toMatchObject([
      { kind: 'login', deviceId, sid, org: 'https://shop.example', amr: 'otp link' },
    ])
    expect(tells).toBe(1)
  })

  test('names no site when it was issued on a page of the login origin', async () => {
    const { caller, ticket } = await newTicket(undefined, { projectId: null, origin: null })
    const claims = decodeJwt((await redeem(ticket, caller)).accessToken)
    expect([Object.hasOwn(claims, 'pid'), Object.hasOwn(claims, 'org')]).toEqual([false, false])
  })

  test('is valid once, for its device, until it expires', async () => {
    const { caller, ticket } = await newTicket()
    expect(await outcome(redeem(ticket, servers.newCaller()))).toBe('token-invalid')
    setTime(120_000)
    expect(await outcome(redeem(ticket, caller))).toBe('token-invalid')
    setTime(119_999)
    expect(await outcome(redeem(ticket, caller))).toBe('done')
    expect(await outcome(redeem(ticket, caller))).toBe('token-invalid')
  })

  test('ends the previous session of this device, and no other', async () => {
    const [first, other] = [await newSession(), await newSession()]
    const { ticket } = await newTicket(first.caller)
    const { sid } = await redeem(ticket, first.caller)
    expect((await rowOf(first.sid)).revokedAt).toBe(at)
    expect((await rowOf(other.sid)).revokedAt).toBeNull()
    expect(await servers.auditOf(first.userId)).toMatchObject([
      { kind: 'login' },
      { kind: 'session-revoked', sid: first.sid, reason: 'login' },
    ])
    expect((await findSession(services, first.caller.jkt))?.sid).toBe(sid)
  })
})

describe('a refresh token', () => {
  test('is replaced when it is used, and extends the session within its thirty days', async () => {
    const { caller, deviceId, refreshToken, sid, userId } = await newSession()
    setTime(7 * day - 1)
    const next = await refresh(refreshToken, caller)
    expect(next).toMatchObject({ sid, userId, absExp: at + 30 * day })
    expect(next.refreshToken).not.toBe(refreshToken)
    expect(await rowOf(sid)).toMatchObject({ idleUntil: at + 14 * day - 1, spentAt: servers.now() })
    const [device] = await services.queries
      .select()
      .from(devices)
      .where(eq(devices.deviceId, deviceId))
    expect(device?.lastSeenAt).toBe(servers.now())
    setTime(14 * day - 1)
    expect(await outcome(refresh(next.refreshToken, caller))).toBe('token-invalid')
  })

  test('is refused after thirty days, however often the session was extended', async () => {
    const { caller, refreshToken, sid } = await newSession()
    let held = refreshToken
    for (let days = 6; days < 30; days += 6) {
      setTime(days * day)
      held = (await refresh(held, caller)).refreshToken
    }
    setTime(30 * day - 1)
    expect(await outcome(requireSession(services, caller.jkt))).toBe('done')
    const idle = { idleUntil: at + 60 * day }
    await services.queries.update(sessions).set(idle).where(eq(sessions.sid, sid))
    setTime(30 * day)
    expect(await outcome(requireSession(services, caller.jkt))).toBe('unauthorized')
    expect(await outcome(refresh(held, caller))).toBe('token-invalid')
  })

  test('is refused to another device, and after its session or its device was ended', async () => {
    const [one, other] = [await newSession(), await newSession()]
    expect(await outcome(refresh(one.refreshToken, servers.newCaller()))).toBe('token-invalid')
    const own = eq(devices.deviceId, one.deviceId)
    await services.queries.update(devices).set({ revokedAt: at }).where(own)
    expect(await outcome(refresh(one.refreshToken, one.caller))).toBe('device-revoked')
    await revoke(services, { sids: [other.sid] }, other.caller)
    expect(await outcome(refresh(other.refreshToken, other.caller))).toBe('token-invalid')
  })

  test('repeats a lost answer once, within ten seconds', async () => {
    for (const [ms, result] of [
      [9999, 'done'],
      [10_000, 'token-invalid'],
    ] as const) {
      at = servers.now()
      const { caller, refreshToken, sid } = await newSession()
      const next = await refresh(refreshToken, caller)
      setTime(ms)
      const again = refresh(refreshToken, caller)
      expect(await outcome(again)).toBe(result)
      if (result === 'token-invalid') continue
      expect(await again).toMatchObject({ refreshToken: next.refreshToken, sid })
      expect((await rowOf(sid)).revokedAt).toBeNull()
      // A third use means that someone else has the token.
      expect(await outcome(refresh(refreshToken, caller))).toBe('token-invalid')
      expect((await rowOf(sid)).revokedAt).toBe(servers.now())
    }
  })

  test('ends its session and raises an alarm when it is reused later, or by another device', async () => {
    for (const isOwn of [true, false]) {
      const { caller, refreshToken, sid, userId } = await newSession()
      await refresh(refreshToken, caller)
      const next = await refresh((await refresh(refreshToken, caller)).refreshToken, caller)
      servers.clock.addMs += 60_000
      tells = 0
      const lines = servers.lines.length
      const metric = async () => (await services.metrics.reuses.get()).values[0]?.value ?? 0
      const before = await metric()
      const by = isOwn ? caller : servers.newCaller()
      expect(await outcome(refresh(refreshToken, by))).toBe('token-invalid')
      expect((await rowOf(sid)).revokedAt).toBe(servers.now())
      expect((await servers.auditOf(userId)).at(-1)).toMatchObject({
        ...{ kind: 'session-revoked', sid, reason: 'token-reused' },
      })
      expect([tells, (await metric()) - before]).toEqual([1, 1])
      expect(servers.lines.slice(lines).join()).toContain('"alarm":"token-reused"')
      // The newest token of the family is refused as well, and an old one raises no second alarm.
      expect(await outcome(refresh(next.refreshToken, caller))).toBe('token-invalid')
      const { queries } = services
      expect(await queries.select().from(spentTokens).where(eq(spentTokens.sid, sid))).toEqual([])
      expect(await outcome(refresh(refreshToken, by))).toBe('token-invalid')
      expect((await metric()) - before).toBe(1)
    }
  })

  test('ends nothing when it was never issued', async () => {
    const { caller, sid } = await newSession()
    tells = 0
    expect(await outcome(refresh(newRefreshToken(), caller))).toBe('token-invalid')
    expect([(await rowOf(sid)).revokedAt, tells]).toEqual([null, 0])
  })

  test('decrypts only the answer that was sealed for it', () => {
    const [spent, next] = [newRefreshToken(), newRefreshToken()]
    expect(Buffer.from(spent, 'base64url')).toHaveLength(32)
    const sealed = sealAnswer(spent, next)
    expect(openAnswer(spent, sealed)).toBe(next)
    expect(Buffer.from(sealed, 'base64url')).toHaveLength(12 + 43 + 16)
    expect(() => openAnswer(next, sealed)).toThrow()
  })
})

describe('ending sessions', () => {
  test("is limited to the device's own sessions, notifies the vault, and answers the same for unknown ones", async () => {
    const [one, other] = [await newSession(), await newSession()]
    tells = 0
    const sids = [one.sid, other.sid, randomUUID()]
    expect(await revoke(services, { sids }, one.caller)).toEqual({ revoked: true })
    expect([(await rowOf(one.sid)).revokedAt, (await rowOf(other.sid)).revokedAt]).toEqual([
      ...[at, null],
    ])
    expect((await servers.auditOf(one.userId)).at(-1)).toMatchObject({ reason: 'signed-out' })
    expect(tells).toBe(1)
    setTime(1)
    // The second call changes nothing.
    await revoke(services, { sids }, one.caller)
    expect((await rowOf(one.sid)).revokedAt).toBe(at)
    expect(await servers.auditOf(one.userId)).toHaveLength(2)
  })

  test('ends all sessions of a user or of a device, and returns their number', async () => {
    const first = await newSession()
    const second = await newTicket(servers.newCaller(), { userId: first.userId })
    const { sid } = await redeem(second.ticket, second.caller)
    const other = await newSession()
    const end = (which: { userId: string } | { deviceId: string }) =>
      services.queries.transaction((tx) => revokeSessions(services, tx, { ...which, reason: 'x' }))
    expect(await end({ deviceId: second.deviceId })).toBe(1)
    expect([(await rowOf(sid)).revokedAt, (await rowOf(first.sid)).revokedAt]).toEqual([at, null])
    expect(await end({ userId: first.userId })).toBe(1)
    expect(await end({ userId: first.userId })).toBe(0)
    expect((await rowOf(other.sid)).revokedAt).toBeNull()
  })
})

describe('a session', () => {
  test('is found by its key until it expires or is revoked', async () => {
    const { caller, deviceId, sid, userId } = await newSession()
    const find = async () => (await findSession(services, caller.jkt))?.sid
    expect([await find(), await findSession(services, servers.newCaller().jkt)]).toEqual([
      ...[sid, undefined],
    ])
    setTime(7 * day - 1)
    expect(await find()).toBe(sid)
    setTime(7 * day)
    expect(await find()).toBeUndefined()
    expect(await outcome(requireSession(services, caller.jkt))).toBe('unauthorized')
    // Its access token is still accepted for the ten minutes that it is valid.
    const named = { sid, userId, jkt: caller.jkt }
    expect((await requireTokenSession(services, named)).deviceId).toBe(deviceId)
    for (const other of [
      { sid: randomUUID() },
      { userId: randomUUID() },
      { jkt: servers.newCaller().jkt },
    ])
      expect(await outcome(requireTokenSession(services, { ...named, ...other }))).toBe(
        'token-invalid',
      )
    setTime(30 * day - 1)
    expect(await outcome(requireTokenSession(services, named))).toBe('done')
    setTime(30 * day)
    expect(await outcome(requireTokenSession(services, named))).toBe('token-invalid')
    setTime(0)
    const own = eq(devices.deviceId, deviceId)
    await services.queries.update(devices).set({ revokedAt: at }).where(own)
    expect(await find()).toBeUndefined()
    expect(await outcome(requireTokenSession(services, named))).toBe('device-revoked')
    await services.queries.update(devices).set({ revokedAt: null }).where(own)
    await services.queries.update(sessions).set({ revokedAt: at }).where(eq(sessions.sid, sid))
    expect(await find()).toBeUndefined()
    expect(await outcome(requireTokenSession(services, named))).toBe('token-invalid')
  })

  test.each([
    [null, true],
    [100, true],
    [101, false],
  ])('stepped up until %s needs a new code at 100: %s', (steppedUpUntil, isRefused) => {
    const require = () => requireStepUp({ steppedUpUntil } as Session, 100)
    if (isRefused) expect(require).toThrow(expect.objectContaining({ code: 'step-up-required' }))
    else expect(require).not.toThrow()
  })
})

describe('access tokens', () => {
  const key = (kid: string, bytes: Uint8Array = randomBytes(32)) =>
    `${kid}:${Buffer.from(bytes).toString('base64')}`
  const create = (keys: string) =>
    createTokens({ keys, issuer: 'https://id.example', now: servers.now })
  const facts = () => ({
    ...{ userId: randomUUID(), sid: randomUUID(), jkt: 'a'.repeat(43), projectId: null },
    ...{ origin: null, amr: ['otp'], authAt: 0 },
  })

  test('are signed by the first key and verified by every key, and the key list names all keys', async () => {
    const [one, two] = [key('one'), key('two')]
    const both = create(`${one}, ${two}`)
    expect(both.jwks.keys).toMatchObject(
      ['one', 'two'].map((kid) => ({ kid, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })),
    )
    expect(both.jwks.keys.some((jwk) => 'd' in jwk)).toBe(false)
    const said = facts()
    const signed = await both.sign(said)
    expect(decodeProtectedHeader(signed)).toEqual({ alg: 'EdDSA', kid: 'one', typ: 'at+jwt' })
    const { jkt, sid, userId } = said
    expect(await create(`${two},${one}`).verify(signed)).toEqual({ jkt, sid, userId })
    expect(await outcome(create(two).verify(signed))).toBe('token-invalid')
    expect(await outcome(create(key('one')).verify(signed))).toBe('token-invalid')
  })

  test('are valid for ten minutes, with one minute more for clock skew', async () => {
    const tokens = create(key('one'))
    const signed = await tokens.sign(facts())
    for (const [ms, result] of [
      [659_000, 'done'],
      [660_000, 'token-invalid'],
      [-60_000, 'done'],
      [-61_000, 'token-invalid'],
    ] as const) {
      setTime(ms)
      expect([ms, await outcome(tokens.verify(signed))]).toEqual([ms, result])
    }
  })

  const letters = Buffer.from('this is a text of 32 characters.')
  /** As many different bytes as `kinds`; the last one is no letter. */
  const ofKinds = (kinds: number) => Buffer.from(Array.from({ length: 32 }, (_, n) => n % kinds))
  test.each<[string, () => string, string]>([
    ['no name', () => key(''), 'kid:base64'],
    ['no colon', () => 'one', 'kid:base64'],
    ['a name of 65 letters', () => key('k'.repeat(65)), 'kid:base64'],
    ['31 bytes', () => key('one', randomBytes(31)), 'has 31 bytes'],
    ['33 bytes', () => key('one', randomBytes(33)), 'has 33 bytes'],
    ['15 different bytes', () => key('one', ofKinds(15)), 'is not random'],
    ['a text', () => key('one', letters), 'is not random'],
    ['its name twice', () => `${key('one')},${key('one')}`, 'stands twice'],
    [
      'its bytes twice',
      () => {
        const bytes = randomBytes(32)
        return `${key('one', bytes)},${key('two', bytes)}`
      },
      'stands twice',
    ],
  ])('error: refuse a signing key with %s', (_, keys, words) => {
    const text = keys()
    const failing = () => create(text)
    expect(failing).toThrow(expect.objectContaining({ code: 'options-invalid' }))
    expect(failing).toThrow(expect.objectContaining({ details: expect.stringContaining(words) }))
  })

  test('accept a signing key of 16 different bytes, and a text in which one byte is not printable', () => {
    expect(() => create(key('one', ofKinds(16)))).not.toThrow()
    for (const byte of [0x1f, 0x7f]) {
      const mixed = Buffer.from(letters)
      mixed[5] = byte
      expect(() => create(key('k'.repeat(64), mixed))).not.toThrow()
    }
    for (const byte of [0x20, 0x7e]) {
      const text = Buffer.from(letters)
      text[5] = byte
      expect(() => create(key('one', text))).toThrow()
    }
  })
})
