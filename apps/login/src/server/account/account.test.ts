import { randomBytes, randomUUID } from 'node:crypto'
import {
  authCommit,
  authForget,
  authPrepare,
  authRelease,
  authStatus,
  createReleaseKey,
  passkeyWalletAdd,
  passkeyWalletBegin,
  passkeyWalletLogin,
  passkeyWalletRemove,
  revokeSessions,
} from '@foyer/protocol/custody'
import {
  addEmailLoginOtp,
  freezeAccount,
  loginCustom,
  loginCustomEnd,
  loginDevice,
  loginEmail,
  loginFarcasterEnd,
  loginOperationState,
  loginOtp,
  loginRpc,
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocialOpen,
  loginSponsorState,
  proveLoginByLink,
  readAccountFacts,
  removeLogin,
  revokeDevice,
  revokePermission,
  setPreferredAccount,
  signOutEverywhere,
  stepUp,
  stepUpOtp,
  unfreezeAccount,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
} from '@foyer/protocol/login'
import { vaultBindContact } from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import { eq, getTableColumns, inArray, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callVaultAs } from '../callVaultAs.test.kit.ts'
import {
  changes,
  codes,
  devices,
  identities,
  permissions,
  sessions,
  shares,
  socialTxns,
  txns,
  users,
  walletFactors,
  wallets,
} from '../database/schema.ts'
import { ofChannel, ofService, ofToken } from '../doors.ts'
import { newChange, newFacts } from '../model/runSequence.test.kit.ts'
import { routes } from '../routes.ts'
import {
  giveWallet,
  logIn,
  newAddress,
  nextCode,
  nextMail,
  openDevice,
  shop,
  site,
  startTestLogin,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

type Visitor = Awaited<ReturnType<typeof logIn>>

/** Names of all fields of a body's schema, nested ones too. */
function namesIn(schema: unknown): string[] {
  if (schema === undefined) return []
  const { entries, item, options, pipe, wrapped } = Object(schema) as {
    [part in 'entries' | 'item' | 'options' | 'pipe' | 'wrapped']?: object
  }
  const inner = [entries, options, pipe].flatMap((parts) => Object.values(parts ?? {}))
  return [...Object.keys(entries ?? {}), ...[...inner, item, wrapped].flatMap(namesIn)]
}
/** Of a thing that belongs to a user; chains and projects do not. */
const isIdName = (name: string) =>
  /^(id|sids|digest|hash)$|Id$/.test(name) && !['chainId', 'projectId'].includes(name)

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    // Nobody is asked there: the providers only begin logins.
    const away = 'http://127.0.0.1:9'
    server = await startTestLogin({
      engine,
      socials: { github: { clientId: 'client', secret: 'a-secret-of-github' } },
      farcaster: { chain: { rpcUrl: away }, relay: { url: away } },
      customs: [
        {
          ...{ id: 'acme', projects: [shop.id], issuer: site.origin, audience: 'foyer' },
          ...{ jwksUrl: `${away}/jwks`, algorithms: ['ES256'], nonce: 'none' },
        },
      ],
    })
  })
  afterAll(() => server?.stop())
  const later = (ms: number) => {
    server.clock.addMs += ms
  }
  const mails = (email: string, words: string) =>
    server.mail.inbox(email).filter(({ subject }) => subject.includes(words))
  const proveAgain = async ({ device, email }: Visitor) => {
    later(31_000)
    let txnId = ''
    const otp = await nextCode(server, email, async () => {
      ;({ txnId } = await device.call(stepUp, {}))
    })
    return device.call(stepUpOtp, { txnId, otp })
  }
  /** Up to the code of the new address. */
  const beginChange = async ({ device, email }: Visitor, next: string) => {
    let txnId = ''
    const primary = await nextCode(server, email, async () => {
      const begun = await device.call(updateEmail, { email: next })
      expect(begun.action).toBe('VERIFY_PRIMARY_OTP')
      ;({ txnId } = begun)
    })
    return { primary, txnId }
  }

  test('[4.6] [7.12] changes the address with a code from the old one and a code from the new one; the old one can restore it', async () => {
    const visitor = await logIn(server)
    const { device, email, userId } = visitor
    later(31_000)
    const next = newAddress()
    const { primary, txnId } = await beginChange(visitor, next)
    const secondary = await nextCode(server, next, () =>
      device.call(updateEmailPrimary, { txnId, otp: primary }),
    )
    const linksBefore = server.mail.inbox(email).length
    const saved = await device.call(updateEmailSecondary, { txnId, otp: secondary })
    expect(saved).toEqual({ email: next, number: expect.stringMatching(/^\d{6}$/) })
    expect((await device.call(readAccountFacts, {})).email).toBe(next)
    expect(await device.call(loginEmail, { email: next, site })).toEqual({ action: 'CONNECT' })
    // Two mails to the old one: the vault's own link, and the undo.
    await expect.poll(() => server.mail.inbox(email).length).toBe(linksBefore + 2)
    expect(mails(email, 'Approve a new address')).toHaveLength(1)
    const [notice] = mails(email, 'was changed')
    const undo = notice!.links[0]!
    expect(undo).toMatch(new RegExp(`^${server.origin}/undo#t=[\\w-]{43}$`))
    const token = undo.split('#t=')[1]
    const post = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.login.url}/v1/undo`, {
        method: 'POST',
        headers: { origin: server.origin, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ token }),
      })
      return [response.status, ((await response.json()) as { state?: string }).state]
    }
    expect(await post({ origin: 'https://evil.example' })).toEqual([403, undefined])
    // A scanner that opens the link restores nothing.
    await fetch(`${server.login.url}/undo`)
    expect((await device.call(readAccountFacts, {})).email).toBe(next)
    expect(await post()).toEqual([200, 'restored'])
    expect(await post()).toEqual([200, 'over'])
    expect((await device.ask(readAccountFacts.path, {})).status).toBe(401)
    later(31_000)
    const back = await logIn(server, { device, email })
    expect(back.userId).toBe(userId)
    expect(server.lines.join('').includes(token!)).toBe(false)
  })

  test('[T73] lets no step of an address change be skipped, swapped, repeated or made by another device; asks the old address however recent the login is', async () => {
    const visitor = await logIn(server)
    const { device, email, userId } = visitor
    later(31_000)
    const next = newAddress()
    const subjectNow = async () => {
      const [row] = await server.database.queries
        .select()
        .from(identities)
        .where(eq(identities.userId, userId))
      return row!.subject
    }
    const subject = await subjectNow()
    const { primary, txnId } = await beginChange(visitor, next)
    const ask = (
      step: typeof updateEmailPrimary | typeof updateEmailSecondary,
      otp: string,
      by = device,
    ) => by.ask(step.path, { txnId, otp })
    const refused = { status: 400, code: 'input-invalid' }
    // The second step first; the code of another step; another user's device.
    expect(await ask(updateEmailSecondary, primary)).toMatchObject(refused)
    expect(await ask(updateEmailSecondary, '000000')).toMatchObject(refused)
    const thief = await logIn(server)
    expect((await ask(updateEmailPrimary, primary, thief.device)).status).toBe(404)
    const stranger = await openDevice(server)
    expect((await ask(updateEmailPrimary, primary, stranger)).status).toBe(401)
    const secondary = await nextCode(server, next, () =>
      device.call(updateEmailPrimary, { txnId, otp: primary }),
    )
    expect(await ask(updateEmailPrimary, primary)).toMatchObject(refused)
    if (primary !== secondary)
      expect(await ask(updateEmailSecondary, primary)).toMatchObject(refused)
    // A login code does not work for a change, nor a code of a change for a login.
    expect((await device.ask('/v1/login/otp', { txnId, otp: secondary })).status).toBe(404)
    expect(await subjectNow()).toBe(subject)
    // Of two concurrent calls one succeeds.
    const both = await Promise.all([1, 2].map(() => ask(updateEmailSecondary, secondary)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await subjectNow()).not.toBe(subject)
    expect(await ask(updateEmailSecondary, secondary)).toMatchObject(refused)
    await expect.poll(() => mails(email, 'was changed').length).toBe(1)
    later(901_000)
    const late = await device.call(updateEmail, { email: newAddress() })
    expect(late.action).toBe('VERIFY_PRIMARY_OTP')
    const { txnId: lateId } = late
    expect(
      await device.ask(updateEmailSecondary.path, { txnId: lateId, otp: secondary }),
    ).toMatchObject(refused)
  })

  test('[T73] reveals that an address has an account only to a caller who proves to own it, and changes nothing', async () => {
    const [visitor, other] = [await logIn(server), await logIn(server)]
    later(31_000)
    const { primary, txnId } = await beginChange(visitor, other.email)
    const secondary = await nextCode(server, other.email, () =>
      visitor.device.call(updateEmailPrimary, { txnId, otp: primary }),
    )
    const wrong = await visitor.device.ask(updateEmailSecondary.path, { txnId, otp: '000000' })
    expect(wrong.code).toBe('input-invalid')
    const taken = await visitor.device.ask(updateEmailSecondary.path, { txnId, otp: secondary })
    expect(taken).toMatchObject({ status: 403, code: 'action-not-allowed' })
    expect((await visitor.device.call(readAccountFacts, {})).email).toBe(visitor.email)
    const own = await visitor.device.ask(updateEmail.path, { email: visitor.email })
    expect(own).toMatchObject({ status: 400, code: 'input-invalid' })
  })

  test("[T101] limits every account call to the caller's own data: nothing of another user is read or ended", async () => {
    const [ada, bob] = [await logIn(server), await logIn(server)]
    const of = (visitor: Visitor) => visitor.device.call(readAccountFacts, {})
    const [adas, bobs] = [await of(ada), await of(bob)]
    expect(adas).toMatchObject({
      userId: ada.userId,
      email: ada.email,
      recoveryMode: 'auto',
      frozenAt: null,
    })
    expect(adas.devices).toEqual([
      expect.objectContaining({ origin: site.origin, browser: 'Chrome on Linux', isThis: true }),
    ])
    expect(bobs.devices.map(({ deviceId }) => deviceId)).not.toContain(adas.devices[0]!.deviceId)
    const status = await bob.device.ask(
      authStatus.path,
      {},
      { accessToken: ada.tokens.accessToken },
    )
    expect(status.status).toBe(401)
    await bob.device.call(signOutEverywhere, {})
    expect((await bob.device.ask(readAccountFacts.path, {})).status).toBe(401)
    expect((await of(ada)).userId).toBe(ada.userId)
    expect(await ada.device.call(setPreferredAccount, { type: 'smartAccount' })).toEqual({
      type: 'eoa',
    })
    for (const bad of [{ userId: bob.userId }, { a: 1 }, 'x'])
      expect((await ada.device.ask(readAccountFacts.path, bad)).status).toBe(400)
  })

  test('[T101] finds and changes nothing by an id of another user, on any route that accepts one', async () => {
    const { queries } = server.database
    const [ada, bob] = [await logIn(server), await logIn(server)]
    await proveAgain(ada)
    await proveAgain(bob)
    later(31_000)
    const { userId } = ada
    const { jkt } = ada.device
    // All that has an id: logins that are under way,
    const begun = async (call: Promise<object>) => (await call) as { txnId: string }
    const login = await begun(ada.device.call(loginEmail, { email: newAddress(), site }))
    const social = await begun(ada.device.call(loginSocial, { provider: 'github', site }))
    const [socialRow] = await queries.select().from(socialTxns).where(eq(socialTxns.jkt, jkt))
    // A device has one such login at a time: this one replaces the other, which is put back below.
    const custom = await begun(ada.device.call(loginCustom, { site }))
    const proof = await begun(ada.device.call(stepUp, {}))
    later(31_000)
    const change = await begun(ada.device.call(updateEmail, { email: newAddress() }))
    const [begunRow] = await queries.select().from(txns).where(eq(txns.txnId, login.txnId))
    const approved = { txnId: randomUUID(), kind: 'social', step: 'code', linkId: null } as const
    await queries.insert(txns).values({ ...begunRow!, ...approved })
    const added = { txnId: randomUUID(), kind: 'link', step: 'code', linkId: null } as const
    await queries.insert(txns).values({ ...begunRow!, ...added, userId })
    const scanned = { txnId: randomUUID(), provider: 'farcaster', step: 'away' } as const
    await queries.insert(socialTxns).values([socialRow!, { ...socialRow!, ...scanned }])
    // a wallet with its sets, a change of it, a passkey, and a permission.
    await giveWallet(server, ada)
    const sets = await queries.select().from(shares).where(eq(shares.userId, userId))
    const { changeId, setId, walletId } = sets.find(({ kind }) => kind === 'recovery')!
    const createdAt = server.now()
    await queries.insert(changes).values({
      ...{ changeId, userId, jkt, walletId, evm: '0x', sol: '1', fp: '' },
      ...{ epoch: 1, baseEpoch: 0, mode: 'auto', createdAt },
    })
    const factor = { id: randomBytes(16).toString('base64url'), mode: 'passkey' } as const
    const kept = { ...factor, userId, envelope: 'sealed', madeIn: 'Chrome', createdAt }
    await queries.insert(walletFactors).values(kept)
    const permission = { chainId: 'eip155:1', digest: `0x${randomBytes(32).toString('hex')}` }
    await queries.insert(permissions).values({
      ...{ ...permission, userId, context: '0x', origin: site.origin, createdAt },
      expiresAt: createdAt + 86_400_000,
    })
    const [identity] = await queries.select().from(identities).where(eq(identities.userId, userId))
    const { devices: adas } = await ada.device.call(readAccountFacts, {})

    const { epk } = await createReleaseKey()
    const otp = '000000'
    const bytes = (count: number) => randomBytes(count).toString('base64url')
    /** Ada's ids by path, and the status that Bob gets. */
    const foreign: Record<string, readonly [body: object, status: number]> = {
      [loginDevice.path]: [{ txnId: login.txnId }, 404],
      [loginOtp.path]: [{ txnId: login.txnId, otp }, 404],
      [loginSocialBind.path]: [{ txnId: social.txnId, challenge: '0'.repeat(64) }, 404],
      [loginSocialOpen.path]: [{ txnId: social.txnId, challenge: '0'.repeat(64) }, 404],
      [loginSocialEnd.path]: [{ txnId: approved.txnId }, 404],
      [loginFarcasterEnd.path]: [{ txnId: scanned.txnId }, 404],
      [loginCustomEnd.path]: [{ txnId: custom.txnId, token: 'a.b.c' }, 404],
      [authCommit.path]: [{ changeId }, 404],
      [authRelease.path]: [{ walletId, setId, purpose: 'recover', rid: randomUUID(), epk }, 404],
      [updateEmailPrimary.path]: [{ txnId: change.txnId, otp }, 404],
      [updateEmailSecondary.path]: [{ txnId: change.txnId, otp }, 404],
      [addEmailLoginOtp.path]: [{ txnId: added.txnId, otp }, 404],
      [stepUpOtp.path]: [{ txnId: proof.txnId, otp }, 404],
      [proveLoginByLink.path]: [{ id: identity!.id }, 404],
      [revokeDevice.path]: [{ deviceId: adas[0]!.deviceId }, 404],
      [revokePermission.path]: [permission, 404],
      // Deleting what is not there is no error, so that a repeated call is none.
      [revokeSessions.path]: [{ sids: [ada.tokens.sid] }, 200],
      [authForget.path]: [{ walletId }, 200],
      [removeLogin.path]: [{ id: identity!.id }, 200],
      [passkeyWalletRemove.path]: [{ id: factor.id }, 200],
      // It is stored for Bob, and never committed: see the test of another user's wallet in `shares`.
      [authPrepare.path]: [newChange({ ...newFacts(), walletId }, 0), 200],
      [passkeyWalletAdd.path]: [{ factor: { ...factor, envelope: bytes(60) } }, 409],
      // Before a login, whoever has the passkey's id reads how it opens the wallet, and needs the wallet's proof.
      [passkeyWalletBegin.path]: [{ id: factor.id }, 200],
      [passkeyWalletLogin.path]: [
        { id: factor.id, challenge: bytes(60), account: bytes(32), signature: bytes(64) },
        403,
      ],
      // The sponsor has them, and is told the user of the session: see `sponsorCalls`. Here is none.
      [loginSponsorState.path]: [{ id: randomUUID() }, 403],
      [loginOperationState.path]: [{ chainId: 'eip155:1', hash: permission.digest }, 403],
    }
    /** Ada's rows, and the tries of her codes. */
    const rowsOfAda = () =>
      Promise.all(
        [
          ...[users, identities, devices, sessions, txns, socialTxns, wallets, changes, shares],
          ...[walletFactors, permissions, codes],
        ].map((table) => {
          const columns: Partial<Record<string, PgColumn>> = getTableColumns(table)
          const ids = [proof, change].map(({ txnId }) => txnId)
          const own = [
            columns.userId && eq(columns.userId, userId),
            columns.jkt && eq(columns.jkt, jkt),
            columns.txnId && inArray(columns.txnId, ids),
          ]
          return queries
            .select()
            .from(table as PgTable)
            .where(or(...own))
        }),
      )
    const before = await rowsOfAda()
    expect(before.map((rows) => rows.length > 0)).not.toContain(false)
    // The vault is no user; a site's app has the channel's token, and its requests have ids of their own.
    const accepting = routes.filter(
      ({ door, endpoint }) =>
        door !== ofChannel && door !== ofService && namesIn(endpoint.body).some(isIdName),
    )
    const answers: Record<string, number> = {}
    for (const { door, endpoint } of accepting) {
      const { path } = endpoint
      const { accessToken } = bob.tokens
      const [body] = foreign[path] ?? [{}]
      const { status } = await bob.device.ask(path, body, door === ofToken ? { accessToken } : {})
      answers[path] = status
    }
    const expected = Object.entries(foreign).map(([path, [, status]]) => [path, status])
    expect(answers).toEqual(Object.fromEntries(expected))
    expect(await rowsOfAda()).toEqual(before)
  })

  test('ends a freeze only after a step-up, a day after the link of the vault was approved', async () => {
    const visitor = await logIn(server)
    const { device, email, userId } = visitor
    await device.call(freezeAccount, {})
    await device.call(freezeAccount, {})
    const { frozenAt } = await device.call(readAccountFacts, {})
    expect(frozenAt).toBeGreaterThan(0)
    expect(mails(email, 'is frozen').length).toBeLessThanOrEqual(1)
    expect(await device.ask(unfreezeAccount.path, {})).toMatchObject({ code: 'step-up-required' })
    const { until } = await proveAgain(visitor)
    expect((await device.call(readAccountFacts, {})).steppedUpUntil).toBe(until)
    const after = server.mail.inbox(email)[0]!.receivedAt
    const asked = await device.call(unfreezeAccount, {})
    expect(asked).toMatchObject({ status: 'asked', number: expect.stringMatching(/^\d{6}$/) })
    const link = await nextMail(server, email, after, 'link')
    await server.decide(link.links[0]!)
    const unfreezeAt = async () => {
      const [row] = await server.database.queries
        .select()
        .from(users)
        .where(eq(users.userId, userId))
      return row!.unfreezeAt
    }
    await expect.poll(unfreezeAt).not.toBeNull()
    expect((await device.call(readAccountFacts, {})).frozenAt).toBe(frozenAt)
    later(86_400_000 + 1000)
    expect((await device.call(readAccountFacts, {})).frozenAt).toBeNull()
  })

  test("sends chain calls in the name of the session's project, and only to allowed chains and methods", async () => {
    const { device } = await logIn(server)
    const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })
    const ask = (request: unknown, chainId = 'eip155:1') =>
      device.ask(loginRpc.path, { chainId, request })
    const before = server.api.state.asked.length
    const response = await ask(call('eth_blockNumber'))
    expect(response.status).toBe(200)
    const [asked] = server.api.state.asked.slice(before).filter(({ url }) => url.startsWith('/v1/'))
    expect(asked!.url).toContain(`projectId=${shop.id}`)
    expect(asked!.url).toContain('chainId=eip155%3A1')
    expect(asked!.headers).toMatchObject({ 'foyer-client': expect.stringMatching(/^[\w-]{43}$/) })
    expect(JSON.stringify(asked!.headers)).not.toMatch(/192\.0\.2\.1|Mozilla/)
    for (const method of [
      'eth_accounts',
      'eth_sign',
      'debug_traceCall',
      'wallet_getCallsStatus',
      'personal_sign',
    ])
      expect([method, (await ask(call(method))).code]).toEqual([method, 'rpc-call-not-allowed'])
    expect((await ask(call('getBalance'), 'bip122:1')).code).toBe('chain-unsupported')
    expect((await ask(Array.from({ length: 51 }, () => call('eth_chainId')))).code).toBe(
      'request-invalid',
    )
    expect((await ask([])).code).toBe('request-invalid')
    const many = await Promise.all(
      Array.from({ length: 14 }, () => ask(Array.from({ length: 49 }, () => call('eth_chainId')))),
    )
    expect(many.some(({ code }) => code === 'limit-exceeded')).toBe(true)
    // The login site's own pages have no project: the operator's first one answers for them.
    const { device: own } = await logIn(server, { on: null })
    const alone = await own.ask(loginRpc.path, {
      chainId: 'eip155:1',
      request: call('eth_chainId'),
    })
    expect(alone).toMatchObject({ status: 200 })
    const stranger = await openDevice(server)
    expect((await stranger.ask(loginRpc.path, {})).status).toBe(401)
  })

  test('binds the user of a device at the vault before it issues a ticket', async () => {
    const { device, email, userId } = await logIn(server)
    const [row] = await server.database.queries.select().from(users).where(eq(users.userId, userId))
    expect(row!.boundAt).not.toBeNull()
    // Repeating the same call succeeds, another address is refused: the vault has a contact.
    const again = await callVaultAs(server, vaultBindContact, {
      kind: 'email',
      userId,
      email,
      jkt: device.jkt,
    })
    expect(again).toBe(200)
    const other = { kind: 'email', userId, email: newAddress(), jkt: device.jkt } as const
    expect(await callVaultAs(server, vaultBindContact, other)).toBe(409)
  })
})
