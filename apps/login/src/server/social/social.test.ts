import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WrongAnswer } from '@foyer/devnet'
import { postToken } from '@foyer/protocol/custody'
import {
  loginDevice,
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocials,
} from '@foyer/protocol/login'
import { socialNames, socialNonce, socialTable } from '@foyer/protocol/social'
import { vaultLoginChallenge, vaultProveLogin } from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askVaultAs, callVaultAs } from '../callVaultAs.test.kit.ts'
import { identities } from '../database/schema.ts'
import { start } from '../start.ts'
import {
  logIn,
  nextMail,
  openDevice,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import {
  bring,
  consent,
  leave,
  logInAt,
  newChallenge,
  openAt,
  reach,
} from './socialSteps.test.kit.ts'

const signed = socialNames.filter((name) => socialTable[name].evidence.kind === 'id_token')
const unsigned = socialNames.filter((name) => socialTable[name].evidence.kind === 'link')
const newUser = () => `u${randomBytes(6).toString('hex')}`
const refused = { status: 200, body: { action: 'FAILED', reason: 'refused' } }
const gone = { status: 404, code: 'resource-not-found' }

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    server = await startTestLogin({
      engine,
      hasSocials: true,
      limits: { mailsOfEmailPer30s: 1000, socialsOfClientPerMinute: 10_000 },
    })
  })
  afterAll(() => server?.stop())

  /** Redeems the ticket of a login. */
  const userOf = async (device: TestDevice, end: { action: string }) => {
    if (end.action !== 'CONNECT') throw new Error(JSON.stringify(end))
    const { ticket } = end as unknown as { ticket: string }
    return (await device.call(postToken, { grant: 'login', ticket })).userId
  }
  /** Logs in, with the vault's link where the provider signs nothing. */
  const enter = async (provider: string, user: string, on?: TestDevice) => {
    const email = `${user}@${user.startsWith('cleo') ? 'foyer' : provider}.example`
    const after = server.mail.inbox(email)[0]?.receivedAt ?? 0
    // A person gets one mail in 30 s.
    server.clock.addMs += 31_000
    const { device, end } = await logInAt(server, { provider, user, ...(on && { device: on }) })
    if (end.action !== 'VERIFY_DEVICE') return { device, end, userId: await userOf(device, end) }
    const { links } = await nextMail(server, email, after, 'link')
    const waiting = device.call(loginDevice, { txnId: end.txnId })
    await server.decide(links[0] ?? '')
    expect(await waiting).toEqual({ status: 'approved' })
    const whole = await device.call(loginSocialEnd, { txnId: end.txnId })
    return { device, end, userId: await userOf(device, whole) }
  }

  test('lists the configured providers for pages of every origin', async () => {
    const response = await fetch(server.login.url + loginSocials.path)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ socials: [...socialNames] })
  })

  test.each(signed)('[1.3] %s logs in at once, and the same account again', async (provider) => {
    const user = newUser()
    const first = await enter(provider, user)
    expect(first.end.action).toBe('CONNECT')
    const again = await enter(provider, user)
    expect(again.userId).toBe(first.userId)
    expect((await enter(provider, newUser())).userId).not.toBe(first.userId)
  })

  test.each(unsigned)(
    '[1.3] %s signs nothing, so the vault’s own link decides',
    async (provider) => {
      const user = newUser()
      const first = await enter(provider, user)
      expect(first.end).toMatchObject({
        action: 'VERIFY_DEVICE',
        email: `${user}@${provider}.example`,
      })
      const again = await enter(provider, user)
      expect(again.end.action).toBe('VERIFY_DEVICE')
      expect(again.userId).toBe(first.userId)
      // The device that was approved just now needs no second link.
      expect((await enter(provider, user, again.device)).end.action).toBe('CONNECT')
    },
  )

  test('a cancelled login, and one whose provider fails, say so', async () => {
    for (const [provider, wrong, reason] of [
      ['google', undefined, 'cancelled'],
      ['apple', undefined, 'cancelled'],
      ['google', 'server-error', 'provider'],
      ['x', 'server-error', 'provider'],
      ['x', 'no-email', 'no-email'],
      ['github', 'no-email', 'no-email'],
    ] as const) {
      const user = wrong === undefined ? 'cancel' : newUser()
      const { end } = await logInAt(server, { provider, user, ...(wrong && { wrong }) })
      expect(end, `${provider} ${wrong}`).toEqual({ action: 'FAILED', reason })
    }
  })

  test('[T58] refuses a missing, forged, replayed or foreign state, a replayed code and a wrong verifier', async () => {
    const device = await openDevice(server)
    const { cookie, url } = await leave(server, { device, provider: 'google' })
    const answer = await consent(url, { user: newUser() })
    const callback = new URL(answer.url)
    const bent = (state: string | undefined) => {
      const next = new URL(callback)
      if (state === undefined) next.searchParams.delete('state')
      else next.searchParams.set('state', state)
      return { url: next.href, isForm: false }
    }
    for (const state of [undefined, '', 'forged'])
      expect(await bring(bent(state), { cookie })).toMatchObject({ status: 400, result: undefined })
    // Another browser has no cookie, or that of another login.
    const thief = await openDevice(server)
    const other = await leave(server, { device: thief, provider: 'google' })
    for (const foreign of ['', other.cookie])
      expect((await bring(answer, { cookie: foreign })).status).toBe(400)
    const { result: own = '' } = await bring(answer, { cookie })
    expect((await bring(answer, { cookie })).status).toBe(400)
    expect((await device.call(loginSocialEnd, { result: own })).action).toBe('CONNECT')
    /** Brings the code of one login with the state of another, which the thief began. */
    const swap = async (code: string, { cookie, url }: typeof other) => {
      const swapped = new URL(code)
      swapped.searchParams.set('state', new URL(url).searchParams.get('state') ?? '')
      const { result = '' } = await bring({ url: swapped.href, isForm: false }, { cookie })
      return thief.ask(loginSocialEnd.path, { result })
    }
    expect(await swap(answer.url, other)).toMatchObject(refused)
    // A code that nobody has used: GitHub signs nothing, so only the verifier tells the two logins apart.
    for (const provider of ['google', 'github']) {
      const victim = await leave(server, { device: await openDevice(server), provider })
      const unused = await consent(victim.url, { user: newUser() })
      const stealing = await leave(server, { device: thief, provider })
      expect(await swap(unused.url, stealing), provider).toMatchObject(refused)
    }
    // The provider was asked with another code_challenge: the code does not fit this verifier.
    const third = await leave(server, { device, provider: 'github' })
    const changed = new URL(third.url)
    changed.searchParams.set('code_challenge', randomBytes(32).toString('base64url'))
    const { result = '' } = await bring(await consent(changed.href, { user: newUser() }), third)
    expect(await device.ask(loginSocialEnd.path, { result })).toMatchObject(refused)
  })

  test.each([
    ...['no-id-token', 'other-nonce', 'no-nonce', 'other-audience', 'other-issuer'],
    ...['expired', 'from-the-future', 'no-algorithm', 'other-key', 'client-secret'],
    ...['two-audiences'],
  ] as WrongAnswer[])('[T59] refuses an id_token with %s', async (wrong) => {
    // A server that asks the vault for no approval is the only one that verifies the token.
    const alone = await start({
      ...{ ...server.given, port: 0, deviceApproval: 'off' },
      database: { kind: 'open', database: { ...server.database, close: async () => {} } },
    })
    try {
      const { device, result } = await reach(
        { ...server, login: alone },
        { provider: 'google', user: newUser(), wrong },
      )
      expect(result).not.toBe('')
      expect(await device.ask(loginSocialEnd.path, { result })).toMatchObject(refused)
    } finally {
      await alone.stop()
    }
  })

  test('[T60] refuses the answer of another provider, and one that names another issuer', async () => {
    const device = await openDevice(server)
    const google = await leave(server, { device, provider: 'google' })
    const { url } = await consent(google.url, { user: newUser() })
    const elsewhere = url.replace('/callback/google', '/callback/facebook')
    expect((await bring({ url: elsewhere, isForm: false }, google)).status).toBe(400)
    const { end } = await logInAt(server, {
      ...{ provider: 'discord', user: newUser(), wrong: 'other-provider' },
    })
    expect(end).toEqual({ action: 'FAILED', reason: 'refused' })
    // Only Apple answers by a form.
    const form = await fetch(`${server.login.url}/oauth/callback/google`, {
      method: 'POST',
      body: new URLSearchParams({ state: 'x', code: 'y' }),
    })
    expect(form.status).toBe(405)
  })

  test('[T61] redeems a result once, within two minutes, for the device that began', async () => {
    const { device, result } = await reach(server, { provider: 'google', user: newUser() })
    const thief = await openDevice(server)
    expect(await thief.ask(loginSocialEnd.path, { result })).toMatchObject(gone)
    expect((await device.call(loginSocialEnd, { result })).action).toBe('CONNECT')
    expect(await device.ask(loginSocialEnd.path, { result })).toMatchObject(gone)
    const late = await reach(server, { provider: 'google', user: newUser() })
    server.clock.addMs += 121_000
    expect(await late.device.ask(loginSocialEnd.path, { result: late.result })).toMatchObject(gone)
  })

  test('[T62] returns only to an address of the origin that the frame attested', async () => {
    const device = await openDevice(server)
    for (const returnTo of [
      ...['https://evil.example/', '//evil.example', 'https://shop.example.evil.example/'],
      ...[
        'https://shop.example@evil.example/',
        'https://user:pw@shop.example/',
        'http://shop.example/',
      ],
      ...[
        'https://shop.example:8443/',
        'https://evil.example/#https://shop.example/',
        'javascript:alert(1)',
      ],
      ...['data:text/html,x', '/', '', 'https:/\\evil.example'],
      ...[
        'blob:https://shop.example/1',
        'https://xn--shop-.example/',
        'https://shop.example.:443/',
      ],
    ])
      expect(
        await device.ask(loginSocial.path, { provider: 'google', site, returnTo }),
        returnTo,
      ).toMatchObject({ status: 400, code: 'params-invalid' })
  })

  test('[T62] the result goes to the page of the site that was named, without a query and a fragment of the caller', async () => {
    const queries = ['', '?a&b=%20#top', '?next=https://evil.example/', '?result_uri=x', '#/evil']
    for (const path of ['/', '/cart', '//evil.example/'])
      for (const query of queries) {
        const device = await openDevice(server)
        const returnTo = `https://shop.example${path}${query}`
        const { txnId } = await device.call(loginSocial, { provider: 'google', site, returnTo })
        const opened = await openAt(server, { txnId })
        const { back = '' } = await bring(await consent(opened.url, { user: newUser() }), opened)
        const [page, param = '', ...rest] = back.split('?result_uri=')
        expect([page, rest], returnTo).toEqual([`https://shop.example${path}`, []])
        expect(param).toMatch(/^http[\w.%-]+$/)
      }
  })

  test('[T62] a page of the login site itself comes back to a page with a login, and has no site', async () => {
    const device = await openDevice(server)
    for (const path of ['/frame', '/oauth/start', '/security/../frame', '/popup', ''])
      expect(
        await device.ask(loginSocial.path, { provider: 'google', returnTo: server.origin + path }),
        path,
      ).toMatchObject({ status: 400, code: 'params-invalid' })
    for (const returnTo of [undefined, 'https://shop.example/security'])
      expect(await device.ask(loginSocial.path, { provider: 'google', returnTo })).toMatchObject({
        status: 400,
      })
    const returnTo = `${server.origin}/security`
    const { txnId } = await device.call(loginSocial, { provider: 'google', returnTo })
    const opened = await openAt(server, { txnId })
    const { back, result = '' } = await bring(
      await consent(opened.url, { user: newUser() }),
      opened,
    )
    expect(back?.startsWith(`${returnTo}?result_uri=`)).toBe(true)
    expect((await device.call(loginSocialEnd, { result })).action).toBe('CONNECT')
  })

  test('[T63] no window leaves for a login that its own frame did not attest', async () => {
    const attacker = await openDevice(server)
    const { txnId } = await attacker.call(loginSocial, { provider: 'google', site })
    const [own, other] = [newChallenge(), newChallenge()]
    // The victim's window shows its challenge to the victim's frame, which has another key.
    const victim = await openDevice(server)
    expect(await victim.ask(loginSocialBind.path, { txnId, challenge: own })).toMatchObject(gone)
    expect((await openAt(server, { txnId, challenge: own })).status).toBe(404)
    expect((await openAt(server, { txnId })).status).toBe(404)
    // The attacker attests a challenge of his own, which the victim's window does not have.
    await attacker.call(loginSocialBind, { txnId, challenge: other })
    expect((await openAt(server, { txnId, challenge: own })).status).toBe(404)
    expect(await attacker.ask(loginSocialBind.path, { txnId, challenge: own })).toMatchObject(gone)
    expect((await openAt(server, { txnId, challenge: other })).status).toBe(200)
    // Once.
    expect((await openAt(server, { txnId, challenge: other })).status).toBe(404)
  })

  test('[T66] a page that left itself comes back only from the same network and browser', async () => {
    const begin = async () => {
      const device = await openDevice(server)
      const returnTo = 'https://shop.example/'
      return { device, ...(await device.call(loginSocial, { provider: 'google', site, returnTo })) }
    }
    for (const place of [{ ip: '198.51.100.7' }, { userAgent: 'Mozilla/5.0 Firefox/153.0' }]) {
      const { txnId } = await begin()
      expect((await openAt(server, { txnId }, place)).status).toBe(404)
      const opened = await openAt(server, { txnId })
      const answer = await consent(opened.url, { user: newUser() })
      const { cookie } = opened
      expect((await bring(answer, { cookie, ...place })).status).toBe(400)
      expect((await bring(answer, { cookie })).result).toBeTypeOf('string')
    }
  })

  test('[T67] an address that the provider does not vouch for meets no other account', async () => {
    const user = `cleo-${newUser()}`
    const email = `${user}@foyer.example`
    const { userId } = await logIn(server, { email })
    for (const [provider, wrong] of [
      ['google', 'unverified-email'],
      ['discord', 'unverified-email'],
      ['apple', 'unverified-email'],
      ['facebook', 'none'],
    ] as const) {
      const { device, end } = await logInAt(server, { provider, user, wrong })
      expect(end.action, provider).toBe('CONNECT')
      expect(await userOf(device, end)).not.toBe(userId)
    }
  })

  test('[T68] the same verified address at another provider is told, and linked to nothing', async () => {
    const user = `cleo-${newUser()}`
    const email = `${user}@foyer.example`
    const { userId } = await enter('google', user)
    for (const provider of ['discord', 'apple', 'github']) {
      const { end } = await logInAt(server, { provider, user })
      expect(end, provider).toEqual({ action: 'EXISTS', by: 'google', email })
    }
    const rows = await server.database.queries
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
    expect(rows.map(({ provider }) => provider)).toEqual(['google'])
    expect((await enter('google', user)).userId).toBe(userId)
  })

  test('[T69] an unproved address reserves nothing', async () => {
    const user = `cleo-${newUser()}`
    const attacker = await logInAt(server, { provider: 'google', user, wrong: 'unverified-email' })
    const thief = await userOf(attacker.device, attacker.end)
    const mine = await logIn(server, { email: `${user}@foyer.example` })
    expect(mine.userId).not.toBe(thief)
    const { end } = await logInAt(server, { provider: 'discord', user })
    expect(end).toMatchObject({ action: 'EXISTS', by: 'email' })
  })

  test('[T70] the same address with another subject is another login', async () => {
    const user = `cleo-${newUser()}`
    await enter('google', user)
    const { end } = await logInAt(server, { provider: 'google', user, wrong: 'other-subject' })
    expect(end).toMatchObject({ action: 'EXISTS', by: 'google' })
  })

  test('[T88, T119] the vault refuses logins that the login server makes up', async () => {
    const { jkt } = await openDevice(server)
    const { jkt: other } = await openDevice(server)
    const { clients } = server.identity!
    const txn = randomBytes(24).toString('base64url')
    const challenge = await challengeFor(server, jkt)
    const nonce = await socialNonce({ jkt, txn, challenge })
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = Math.floor(server.now() / 1000)
    const claims = { sub: '1', iat, exp: iat + 600, nonce }
    const named = { iss: clients.vault.google?.issuer, aud: clients.vault.google?.clientId }
    // A knows every client secret, and no key of the provider.
    const body = `${encode({ alg: 'HS256', kid: 'devnet-1' })}.${encode({ ...claims, ...named })}`
    const mac = createHmac('sha256', String(clients.login.google.secret)).update(body)
    const bare = `${encode({ alg: 'none' })}.${encode({ ...claims, ...named })}.`
    const prove = (
      idToken: string,
      more: Partial<{ jkt: string; txn: string; challenge: string }> = {},
    ) =>
      callVaultAs(server, vaultProveLogin, {
        ...{ provider: 'google', jkt, challenge, txn, idToken },
        ...more,
      })
    expect(await prove(`${body}.${mac.digest('base64url')}`)).toBe(403)
    expect(await prove(bare)).toBe(403)
    // A true token of another login: for this device, for another device, with another challenge.
    const { at, idToken } = await stealToken(server)
    expect(await prove(idToken, { txn: at.txn })).toBe(403)
    expect(await prove(idToken, { ...at, jkt: other })).toBe(403)
    expect(await prove(idToken, { ...at, challenge: await challengeFor(server, at.jkt) })).toBe(403)
    // As it was issued: once.
    expect(await prove(idToken, at)).toBe(200)
    expect(await prove(idToken, at)).toBe(403)
  })
})

/** The vault's challenge, as the login server asks for it. */
async function challengeFor(server: TestLogin, jkt: string): Promise<string> {
  const response = await askVaultAs(server, vaultLoginChallenge, { jkt, provider: 'google' })
  return ((await response.json()) as { challenge: string }).challenge
}

/** A true login of a user, with an id_token that a hostile login server keeps for itself. */
async function stealToken(server: TestLogin) {
  const { jkt } = await openDevice(server)
  const [challenge, txn] = [await challengeFor(server, jkt), randomBytes(24).toString('base64url')]
  const { clientId, secret, urls } = server.identity!.clients.login.google
  const verifier = randomBytes(48).toString('base64url')
  const redirect_uri = `${server.origin}/oauth/callback/google`
  const asked = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri, response_type: 'code', state: 's' },
    ...{ nonce: await socialNonce({ jkt, txn, challenge }), code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  const { url } = await consent(`${urls.authorizeUrl}?${asked}`, { user: newUser() })
  const response = await fetch(urls.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: clientId, client_secret: String(secret) },
      ...{
        redirect_uri,
        code_verifier: verifier,
        code: new URL(url).searchParams.get('code') ?? '',
      },
    }),
  })
  const { id_token: idToken } = (await response.json()) as { id_token: string }
  return { at: { jkt, challenge, txn }, idToken }
}
