import { createPrivateKey } from 'node:crypto'
import { authStatus, encodeBase64Url, postToken, revokeSessions } from '@foyer/protocol/custody'
import { loginEmail, readAccountFacts } from '@foyer/protocol/login'
import { testEngines } from '@foyer/server/testDatabase'
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ofAnyPage, ofChannel, ofOwnPage, ofService, ofSession, ofToken } from '../doors.ts'
import { routes } from '../routes.ts'
import { start } from '../start.ts'
import {
  logIn,
  newKek,
  openDevice,
  site,
  startTestLogin,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { createTokens } from './accessTokens.ts'

const refused = { status: 401, code: 'token-invalid' }

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    server = await startTestLogin({ engine })
  })
  afterAll(() => server?.stop())
  const later = (ms: number) => {
    server.clock.addMs += ms
  }
  const refresh = (refreshToken: string) => ({ grant: 'refresh', refreshToken })

  test('names user, site and key in a token, which the published key list verifies', async () => {
    const { device, tokens, userId } = await logIn(server)
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', server.login.url))
    const { payload, protectedHeader } = await jwtVerify(tokens.accessToken, keys, {
      audience: 'foyer-api',
      issuer: server.origin,
      currentDate: new Date(server.now()),
    })
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt', kid: 'token-1' })
    expect(payload).toMatchObject({
      sub: userId,
      sid: tokens.sid,
      pid: site.projectId,
      org: site.origin,
      cnf: { jkt: device.jkt },
      amr: ['otp', 'link'],
      auth_time: expect.any(Number),
    })
    expect(payload.exp! - payload.iat!).toBe(600)
    const again = await device.call(authStatus, {}, { accessToken: tokens.accessToken })
    expect(again).toMatchObject({ userId, wallet: null })
  })

  test("[T74] every protected route refuses a call without a token, a session or the caller's own key, and one with a stolen token", async () => {
    const { tokens } = await logIn(server)
    const thief = await openDevice(server)
    await thief.ask(loginEmail.path, {})
    const guarded = routes.filter(({ door }) => door === ofToken || door === ofSession)
    expect(guarded.length).toBeGreaterThanOrEqual(17)
    for (const { endpoint } of guarded) {
      for (const bend of [
        {},
        { accessToken: tokens.accessToken },
        { headers: { authorization: `DPoP ${tokens.accessToken}` } },
        { headers: { authorization: `Bearer ${tokens.accessToken}` } },
      ])
        expect([endpoint.path, (await thief.ask(endpoint.path, {}, bend)).status]).toEqual([
          endpoint.path,
          401,
        ])
    }
    for (const { door, endpoint } of routes) {
      // An undo link works for its holder on any device, and a channel for who knows its token.
      if (door === ofOwnPage || door === ofAnyPage || door === ofChannel) continue
      const plain = await fetch(server.login.url + endpoint.path, {
        method: 'POST',
        headers: { origin: server.origin, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([endpoint.path, plain.status]).toEqual([endpoint.path, door === ofService ? 403 : 401])
    }
  })

  test('[T75] accepts a refresh token once and only from its device, and ends the session when one is reused', async () => {
    const { device, tokens } = await logIn(server)
    const thief = await openDevice(server)
    expect(await thief.ask(postToken.path, refresh(tokens.refreshToken))).toMatchObject(refused)
    const second = await device.call(postToken, refresh(tokens.refreshToken) as never)
    expect(second.sid).toBe(tokens.sid)
    expect(second.absExp).toBe(tokens.absExp)
    // Its answer was lost: the same token works again, for ten seconds, and once.
    const lost = await device.call(postToken, refresh(tokens.refreshToken) as never)
    expect(lost.refreshToken).toBe(second.refreshToken)
    const third = await device.call(postToken, refresh(second.refreshToken) as never)
    later(11_000)
    expect(await thief.ask(postToken.path, refresh(tokens.refreshToken))).toMatchObject(refused)
    // The owner is signed out: the newest refresh token and the access token are refused.
    expect(await device.ask(postToken.path, refresh(third.refreshToken))).toMatchObject(refused)
    const status = await device.ask(authStatus.path, {}, { accessToken: third.accessToken })
    expect(status).toMatchObject(refused)
    expect((await device.ask(readAccountFacts.path, {})).status).toBe(401)
    expect(server.lines.some((line) => line.includes('token-reused'))).toBe(true)
  })

  test('ends a session after seven idle days, after thirty days in all, and when its device signs out', async () => {
    const { device, tokens } = await logIn(server)
    let token = tokens.refreshToken
    for (let day = 0; day < 24; day += 6) {
      later(6 * 86_400_000)
      token = (await device.call(postToken, refresh(token) as never)).refreshToken
    }
    later(6 * 86_400_000 + 1000)
    expect(await device.ask(postToken.path, refresh(token))).toMatchObject(refused)
    const { device: idle, tokens: idleTokens } = await logIn(server)
    later(7 * 86_400_000 + 1000)
    expect(await idle.ask(postToken.path, refresh(idleTokens.refreshToken))).toMatchObject(refused)
    const own = await logIn(server)
    const other = await logIn(server)
    const sids = [own.tokens.sid, other.tokens.sid]
    await other.device.call(revokeSessions, { sids })
    expect(
      await other.device.ask(postToken.path, refresh(other.tokens.refreshToken)),
    ).toMatchObject(refused)
    expect((await own.device.call(readAccountFacts, {})).userId).toBe(own.userId)
  })

  test('[T76] accepts a proof once, for one call, address, body and token, within its time window, across all processes', async () => {
    const { device, tokens } = await logIn(server)
    const { accessToken } = tokens
    const path = authStatus.path
    const good = await device.ask(path, {}, { accessToken })
    expect(good.status).toBe(200)
    const bad: [string, Parameters<typeof device.send>[2]][] = [
      ['replayed', { proof: good.proof }],
      ['another method', { proof: { method: 'GET' } }],
      ['another path', { proof: { url: `${server.origin}/v1/shares/auth/release` } }],
      ['another origin', { proof: { url: `https://evil.example${path}` } }],
      ['another body', { proof: { body: new TextEncoder().encode('{"a":1}') } }],
      ['no token', { proof: { accessToken: undefined } }],
      ['another token', { proof: { accessToken: `${accessToken}x` } }],
      ['another key', { proof: { key: (await openDevice(server)).pop } }],
      ['six minutes old', { proof: { nowMs: server.now() - 360_000 } }],
      ['six minutes ahead', { proof: { nowMs: server.now() + 360_000 } }],
      ['none', { proof: '' }],
      ['not signed', { proof: `${good.proof.split('.').slice(0, 2).join('.')}.AAAA` }],
    ]
    for (const [what, bend] of bad) {
      const answer = await device.send(path, {}, { accessToken, ...bend })
      expect([what, answer.status, answer.code]).toEqual([what, 401, 'proof-invalid'])
      if (what.includes('minutes'))
        expect(answer.message).toBe('JWT validation error: JWT Token is not yet valid')
    }
    for (const nonce of [undefined, 'x.y', `${(0).toString(36)}.AAAAAAAAAAAAAAAAAAAAAA`])
      expect((await device.send(path, {}, { accessToken, nonce })).code).toBe('use_dpop_nonce')
    // A clock that is wrong by four minutes still works, with the server's nonce.
    const wrongClock = { nowMs: server.now() - 240_000 }
    expect((await device.ask(path, {}, { accessToken, proof: wrongClock })).status).toBe(200)
    const { database } = server
    const twin = await start({
      ...server.given,
      port: 0,
      database: { kind: 'open', database: { ...database, close: async () => {} } },
    })
    try {
      const used = await device.ask(path, {}, { accessToken })
      const again = await fetch(twin.url + path, {
        method: 'POST',
        headers: {
          origin: server.origin,
          'content-type': 'application/json',
          authorization: `DPoP ${accessToken}`,
          dpop: used.proof,
        },
        body: '{}',
      })
      expect([used.status, again.status]).toEqual([200, 401])
    } finally {
      await twin.stop()
    }
  })

  test('[T81] refuses a token of another algorithm, key, name, issuer, audience, kind or time', async () => {
    const { device, tokens, userId } = await logIn(server)
    const seed = Buffer.from(server.given.tokenKeys.split(':')[1] ?? '', 'base64')
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
    const key = createPrivateKey({
      key: Buffer.concat([prefix, seed]),
      format: 'der',
      type: 'pkcs8',
    })
    const claims = decodeJwt(tokens.accessToken)
    const sign = (header: object, more: object = {}, by: Parameters<SignJWT['sign']>[0] = key) =>
      new SignJWT({ ...claims, ...more })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'token-1', ...header })
        .sign(by)
    const { keys } = (await (await fetch(`${server.login.url}/.well-known/jwks.json`)).json()) as {
      keys: [{ x: string }]
    }
    const other = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
    const { privateKey, publicKey } = other as CryptoKeyPair
    const jwk = await crypto.subtle.exportKey('jwk', publicKey)
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const facts = {
      userId,
      sid: tokens.sid,
      jkt: device.jkt,
      projectId: null,
      origin: null,
      amr: ['otp'],
      authAt: 0,
    }
    const stranger = createTokens({
      keys: newKek('token-1'),
      issuer: server.origin,
      now: server.now,
    })
    const wrong: Record<string, string> = {
      none: new UnsecuredJWT(claims).encode(),
      'hmac by the public key': await sign(
        { alg: 'HS256' },
        {},
        Buffer.from(keys[0].x, 'base64url'),
      ),
      'hmac by the text of it': await sign({ alg: 'HS256' }, {}, Buffer.from(keys[0].x)),
      'another curve': await sign({ alg: 'ES256' }, {}, pair.privateKey),
      'the key that it brings': await sign({ jwk: jwk as never }, {}, privateKey),
      'a key at its address': await sign({ jku: 'https://evil.example/jwks.json' }, {}, privateKey),
      'a key of that name': await stranger.sign(facts),
      'no such name': await sign({ kid: '../../token-1' }),
      'a name of a prototype': await sign({ kid: '__proto__' }),
      'another kind': await sign({ typ: 'JWT' }),
      'another audience': await sign({}, { aud: 'somebody' }),
      'another issuer': await sign({}, { iss: 'https://evil.example' }),
      'no end': await sign({}, { exp: undefined }),
      'at its end': await sign({}, { exp: Math.floor(server.now() / 1000) - 61 }),
      'not begun': await sign({}, { nbf: Math.floor(server.now() / 1000) + 120 }),
      'no user': await sign({}, { sub: 'admin' }),
      'another session': await sign({}, { sid: crypto.randomUUID() }),
      empty: encodeBase64Url(new Uint8Array(64)),
    }
    for (const [what, accessToken] of Object.entries(wrong)) {
      const { code, status } = await device.ask(authStatus.path, {}, { accessToken })
      expect([what, status, code]).toEqual([what, 401, 'token-invalid'])
    }
    const bound = await sign({}, { cnf: { jkt: 'A'.repeat(43) } })
    expect((await device.ask(authStatus.path, {}, { accessToken: bound })).status).toBe(401)
    expect((await device.ask(authStatus.path, {}, { accessToken: await sign({}) })).status).toBe(
      200,
    )
  })

  test('accepts tokens of an earlier key as long as the key is listed', async () => {
    const { device, tokens } = await logIn(server)
    const before = server.given.tokenKeys
    const { database } = server
    const begin = (tokenKeys: string) =>
      start({
        ...server.given,
        port: 0,
        tokenKeys,
        database: { kind: 'open', database: { ...database, close: async () => {} } },
      })
    const next = newKek('token-2')
    for (const [keys, status] of [
      [`${next},${before}`, 200],
      [next, 401],
    ] as const) {
      const twin = await begin(keys)
      const answer = await openDevice({ ...server, login: twin }, device.store).then((same) =>
        same.ask(authStatus.path, {}, { accessToken: tokens.accessToken }),
      )
      expect(answer.status).toBe(status)
      await twin.stop()
    }
  })
})
