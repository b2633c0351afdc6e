import { randomBytes } from 'node:crypto'
import {
  farcasterRelayKey,
  farcasterUser,
  registerFid,
  type SiwfWrong,
  signSiwf,
  siwfWrongs,
} from '@foyer/devnet'
import { postToken } from '@foyer/protocol/custody'
import {
  answerChannel,
  loginFarcaster,
  loginFarcasterEnd,
  loginSocials,
  openChannel,
  readAccountFacts,
  readChannel,
} from '@foyer/protocol/login'
import { siwfNonce } from '@foyer/protocol/social'
import { vaultBindContact, vaultLoginChallenge, vaultProveFarcaster } from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askVaultAs, callVaultAs } from '../callVaultAs.test.kit.ts'
import {
  openDevice,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { decideInApp, logInByApp } from './farcasterSteps.test.kit.ts'

const newUser = () => `u${randomBytes(6).toString('hex')}`
const refusedVectors = (Object.keys(siwfWrongs) as SiwfWrong[]).filter(
  (wrong) => !['none', 'invented-name', 'replay'].includes(wrong),
)
const statusOf = ({ status }: { status: number }) => status
/** What a channel for the login site's own pages asks. */
const ofSite = ({ origin }: TestLogin) => ({ domain: new URL(origin).host, siweUri: `${origin}/` })
const gone = { status: 404, code: 'resource-not-found' }

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    server = await startTestLogin({
      engine,
      hasFarcaster: true,
      limits: { farcasterOfClientPerMinute: 10_000, channelsOfClientPerMinute: 10_000 },
    })
  })
  afterAll(() => server?.stop())

  /** Redeems the ticket of a login. */
  const userOf = async (device: TestDevice, end: { status: string }) => {
    if (end.status !== 'connected') throw new Error(JSON.stringify(end))
    const { ticket } = end as unknown as { ticket: string }
    return (await device.call(postToken, { grant: 'login', ticket })).userId
  }
  const enter = async (user: string, wrong?: SiwfWrong) => {
    const { device, end } = await logInByApp(server, { user, ...(wrong && { wrong }) })
    return { device, end, userId: await userOf(device, end) }
  }

  test('is listed with the logins of this site', async () => {
    const response = await fetch(server.login.url + loginSocials.path)
    expect(await response.json()).toEqual({ socials: ['farcaster'] })
  })

  test('[1.3] logs in, and the same Farcaster id again on another device', async () => {
    const user = newUser()
    const first = await enter(user)
    expect(first.end).toMatchObject({ fid: String(farcasterUser(user).fid), userName: user })
    expect((await enter(user)).userId).toBe(first.userId)
    expect((await enter(newUser())).userId).not.toBe(first.userId)
    expect((await first.device.call(readAccountFacts, {})).logins).toEqual([
      { provider: 'farcaster', userName: user },
    ])
  })

  test('[T72] finds the account by the signed id, whatever name the answer invents', async () => {
    const user = newUser()
    const invented = await enter(user, 'invented-name')
    expect(invented.end).toMatchObject({
      userName: 'vitalik.eth',
      fid: String(farcasterUser(user).fid),
    })
    expect((await enter(user)).userId).toBe(invented.userId)
  })

  test.each(refusedVectors)('[T71] refuses an answer with: %s', async (wrong) => {
    const { device, end, txnId } = await logInByApp(server, { user: newUser(), wrong })
    expect(end).toEqual({ status: 'refused' })
    expect(await device.ask(loginFarcasterEnd.path, { txnId })).toMatchObject(gone)
  })

  test('[T71] refuses the answer of an earlier login, and a second use of its own', async () => {
    const { device, end, txnId } = await logInByApp(server, { user: newUser() })
    expect(end.status).toBe('connected')
    expect(await device.ask(loginFarcasterEnd.path, { txnId })).toMatchObject(gone)
    const replayed = await logInByApp(server, { user: newUser(), wrong: 'replay' })
    expect(replayed.end).toEqual({ status: 'refused' })
  })

  test('tells a refusal in the app, and the end of five minutes', async () => {
    expect((await logInByApp(server, { user: 'refuse' })).end).toEqual({ status: 'denied' })
    const device = await openDevice(server)
    const { txnId, uri } = await device.call(loginFarcaster, { site })
    server.clock.addMs += 300_000
    expect(await device.call(loginFarcasterEnd, { txnId })).toEqual({ status: 'expired' })
    // The app may still answer; nobody waits for it.
    await decideInApp(uri, { user: newUser() })
    expect(await device.ask(loginFarcasterEnd.path, { txnId })).toMatchObject(gone)
  })

  test('belongs to the device that began it, and ends with its next one', async () => {
    const device = await openDevice(server)
    const { txnId, uri } = await device.call(loginFarcaster, { site })
    await decideInApp(uri, { user: newUser() })
    const other = await openDevice(server)
    expect(await other.ask(loginFarcasterEnd.path, { txnId })).toMatchObject(gone)
    const next = await device.call(loginFarcaster, { site })
    expect(await device.ask(loginFarcasterEnd.path, { txnId })).toMatchObject(gone)
    await decideInApp(next.uri, { user: newUser() })
    expect(await device.call(loginFarcasterEnd, { txnId: next.txnId })).toMatchObject({
      status: 'connected',
    })
  })

  test('refuses a project, and a site of it, that may not log in', async () => {
    const device = await openDevice(server)
    const ask = async (change: Partial<typeof site>) =>
      (await device.ask(loginFarcaster.path, { site: { ...site, ...change } })).status
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ projectId: 'shut-project' })).toBe(401)
  })

  /** The request of a login server, with the vault's challenge for a device. */
  const prepare = async (jkt: string) => {
    const body = { jkt, provider: 'farcaster' }
    const answer = await askVaultAs(server, vaultLoginChallenge, body)
    const { challenge } = (await answer.json()) as { challenge: string }
    const txn = randomBytes(24).toString('base64url')
    const { host } = new URL(server.origin)
    const nonce = await siwfNonce({ jkt, txn, challenge })
    return { challenge, txn, params: { domain: host, siweUri: `${server.origin}/`, nonce } }
  }
  const newOwner = async (name = newUser()) => {
    const user = farcasterUser(name)
    const owner = { fid: user.fid, custody: user.custody.address, auth: user.auth.address }
    await registerFid(server.farcaster!.chain.url, owner)
    return user
  }

  test.each(refusedVectors)('[T71] the vault refuses by itself: %s', async (wrong) => {
    const { jkt } = await openDevice(server)
    const { challenge, params, txn } = await prepare(jkt)
    const user = await newOwner()
    const { message, signature } = await signSiwf({ user, params, nowMs: server.now(), wrong })
    const body = { jkt, challenge, txn, message, signature }
    expect(await callVaultAs(server, vaultProveFarcaster, body)).toBe(403)
    // Nothing was stored: the account can not be tied to this device.
    const contact = {
      ...{ kind: 'social' as const, userId: crypto.randomUUID(), jkt, provider: 'farcaster' },
      subject: String(user.fid),
    }
    expect(await callVaultAs(server, vaultBindContact, contact)).toBe(403)
  })

  test('[T71] the vault accepts a right answer once, for the device and the login of its nonce', async () => {
    const { jkt } = await openDevice(server)
    const { challenge, params, txn } = await prepare(jkt)
    const user = await newOwner()
    const { message, signature } = await signSiwf({ user, params, nowMs: server.now() })
    const body = { jkt, challenge, txn, message, signature }
    const prove = (change: Partial<typeof body>) =>
      callVaultAs(server, vaultProveFarcaster, { ...body, ...change })
    const other = await openDevice(server)
    expect(await prove({ jkt: other.jkt })).toBe(403)
    expect(await prove({ txn: randomBytes(24).toString('base64url') })).toBe(403)
    expect(await prove({ challenge: (await prepare(jkt)).challenge })).toBe(403)
    expect(await prove({})).toBe(200)
    expect(await prove({})).toBe(403)
  })

  const call = (
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> },
  ) =>
    fetch(server.login.url + path, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const open = (domain = new URL(server.origin).host, siweUri = `${server.origin}/`) =>
    call(openChannel.path, { body: { domain, siweUri } })

  test('relays for its own site only, and takes one answer, by an app with its key', async () => {
    expect((await open('evil.example')).status).toBe(403)
    expect((await open(undefined, 'https://evil.example/')).status).toBe(403)
    const opened = await open()
    expect(opened.status).toBe(201)
    expect(opened.headers.get('access-control-allow-origin')).toBe('*')
    const { channelToken } = (await opened.json()) as { channelToken: string }
    const authorization = `Bearer ${channelToken}`
    const pending = await call(readChannel.path, { headers: { authorization } })
    expect(pending.status).toBe(202)
    expect(await pending.json()).toMatchObject({ state: 'pending', acceptAuthAddress: false })
    const answer = (key: string) =>
      call(answerChannel.path, {
        headers: { authorization, 'x-farcaster-auth-relay-key': key },
        body: { message: 'any', signature: '0x00', fid: 1 },
      })
    expect((await answer('another key')).status).toBe(401)
    expect((await answer(farcasterRelayKey)).status).toBe(201)
    expect((await answer(farcasterRelayKey)).status).toBe(401)
    const done = await call(readChannel.path, { headers: { authorization } })
    expect(done.status).toBe(200)
    expect(await done.json()).toMatchObject({ state: 'completed', message: 'any' })
    server.clock.addMs += 600_000
    expect((await call(readChannel.path, { headers: { authorization } })).status).toBe(401)
  })
})

test('bounds the logins, channels and waits of an IPv6 network, and leaves room for another one', async () => {
  const server = await startTestLogin({
    hasFarcaster: true,
    limits: {
      ...{ channelsOfClientPerMinute: 2, farcasterOfClientPerMinute: 2 },
      ...{ addressesOfNetwork: 2, waitsOfAddress: 2 },
    },
  })
  try {
    const at = (network: string, line: number) => ({ ip: `2001:db8:${network}:${line}::1` })
    const begin = async (network: string, line: number) => {
      const device = await openDevice(server)
      const reply = await device.ask(loginFarcaster.path, { site }, at(network, line))
      const { txnId = '', uri = '' } = reply.body as { txnId?: string; uri?: string }
      const wait = (from = line) =>
        device.ask(loginFarcasterEnd.path, { txnId }, at(network, from)).then(statusOf)
      return { status: reply.status, uri, wait }
    }
    const begun = []
    for (const line of [1, 1, 1, 2, 2, 3]) begun.push(await begin('a', line))
    expect(begun.map(statusOf)).toEqual([200, 200, 429, 200, 200, 429])
    const other = await begin('b', 1)
    expect(other.status).toBe(200)
    const own = begun.filter(({ status }) => status === 200)
    const waits = [...own.map(({ wait }) => wait()), other.wait(), own[0]!.wait(3)]
    expect(await Promise.race(waits)).toBe(429)
    for (const { uri } of [...own, other]) await decideInApp(uri, { user: 'refuse' })
    expect((await Promise.all(waits)).sort((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 200, 429,
    ])
    const open = async (network: string, line: number) =>
      statusOf(
        await fetch(server.login.url + openChannel.path, {
          ...{ method: 'POST', body: JSON.stringify(ofSite(server)) },
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': at(network, line).ip,
          },
        }),
      )
    const opened = []
    for (const line of [1, 1, 1, 2, 2, 3]) opened.push(await open('a', line))
    expect([...opened, await open('b', 1)]).toEqual([201, 201, 429, 201, 201, 429, 201])
  } finally {
    await server.stop()
  }
})

test('bounds the channels that are open, and those of one address', async () => {
  const server = await startTestLogin({
    hasFarcaster: true,
    limits: { channelsOpen: 3, channelsOfClientPerMinute: 5, farcasterOfClientPerMinute: 4 },
  })
  try {
    const device = await openDevice(server)
    const begin = async () => (await device.ask(loginFarcaster.path, { site })).status
    expect([await begin(), await begin(), await begin()]).toEqual([200, 200, 200])
    expect(await begin()).toBe(503)
    expect(await begin()).toBe(429)
    server.clock.addMs += 600_000
    expect(await begin()).toBe(200)
  } finally {
    await server.stop()
  }
})
