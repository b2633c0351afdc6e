import { randomUUID } from 'node:crypto'
import { type VaultEvent, vaultConfirmDevice, vaultUnfreeze } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import {
  devices,
  identities,
  sessions,
  shares,
  txns,
  undos,
  used,
  users,
} from '../database/schema.ts'
import { applyVaultEvent } from '../events/vaultEvents.ts'
import { emailHmac } from '../hashes.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import type { Services } from '../services.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { requireSession, type Session } from '../tokens/sessions.ts'
import { isReplaced, isTaken, notifyAll, readEmail } from './accountEmail.ts'
import { askConfirmation } from './askConfirmation.ts'
import { endDevice, endSessions } from './devices.ts'
import { freeze, freezeUser, unfreeze, unfreezeKey } from './freeze.ts'
import { isFrozen, readAccount } from './readAccount.ts'
import { askToMoveRecovery, readContact } from './recoveryContact.ts'
import { beginStepUp, endStepUp } from './stepUp.ts'
import { undoEmail } from './undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from './updateEmail.ts'

const [minute, day] = [60_000, 86_400_000]
let servers: TestServers
let services: Services
let tells: number
beforeAll(async () => {
  servers = await createTestServers('PGlite')
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  const vaultTeller = { ...servers.services.vaultTeller, tell: async () => void tells++ }
  services = { ...servers.services, vaultTeller }
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 7 * day
  servers.state.isVaultAway = false
  tells = 0
})
const later = (ms: number) => {
  servers.clock.addMs += ms
}
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

/** A user who is logged in on a new browser. */
async function newUser(email = newAddress()) {
  const { caller, session } = await servers.logIn(email)
  later(31_000)
  return { caller, email, session: session!, userId: session!.userId }
}
type User = Awaited<ReturnType<typeof newUser>>
const told = (email: string) =>
  servers.mails.filter(({ to }) => to === email).map(({ kind }) => kind)
const proved = (session: Session, ms = 1) => ({ ...session, steppedUpUntil: servers.now() + ms })
const wrongOf = (otp: string) => (otp === '000000' ? '000001' : '000000')
const userOf = async (userId: string) => {
  const [row] = await services.queries.select().from(users).where(eq(users.userId, userId))
  return row!
}

describe('a step-up', () => {
  test('with the mailed code is valid for five minutes', async () => {
    const { caller, email, session, userId } = await newUser()
    const { txnId } = await beginStepUp(services, session, caller)
    expect(told(email).at(-1)).toBe('code-step-up')
    const otp = servers.codeFor(email)
    const end = (more: { otp?: string; session?: Session } = {}) =>
      endStepUp(services, { txnId, otp: more.otp ?? otp }, more.session ?? session, caller)
    expect(await outcome(end({ otp: wrongOf(otp) }))).toBe('input-invalid')
    const other = { ...session, userId: randomUUID() }
    expect(await outcome(end({ session: other }))).toBe('input-invalid')
    const until = servers.now() + 5 * minute
    expect(await end()).toEqual({ until })
    expect(await requireSession(services, caller.jkt)).toMatchObject({ steppedUpUntil: until })
    expect((await servers.auditOf(userId)).at(-1)).toMatchObject({
      ...{ kind: 'stepped-up', sid: session.sid },
    })
    const [txn] = await services.queries.select().from(txns).where(eq(txns.txnId, txnId))
    expect(txn?.step).toBe('done')
    expect(await outcome(end())).toBe('input-invalid')
  })

  test('is mailed, as a change of address is, after strangers have requested every mail to the address', async () => {
    const { caller, email, session } = await newUser()
    const limited = {
      ...services,
      limits: {
        ...services.limits,
        mailsOfEmailPerHour: { limit: 2, windowMs: 60 * minute },
        mailsOfEmailPerDay: { limit: 3, windowMs: day },
      },
    }
    const ask = () => {
      later(31_000)
      const { client } = servers.newCaller()
      return outcome(takeMailRates(limited, { client, emailHmac: emailHmac(services, email) }))
    }
    const act = (isChange = false) => {
      later(31_000)
      const change = { email: newAddress() }
      return outcome(
        isChange
          ? beginEmailChange(limited, change, session, caller)
          : beginStepUp(limited, session, caller),
      )
    }
    later(day)
    expect([await ask(), await ask(), await ask()]).toEqual(['done', 'done', 'limit-exceeded'])
    expect([await act(), await act(true), await act()]).toEqual(['done', 'done', 'limit-exceeded'])
    later(60 * minute)
    expect([await ask(), await ask()]).toEqual(['done', 'limit-exceeded'])
    expect([await act(true), await act()]).toEqual(['done', 'limit-exceeded'])
    // Nor does the owner use up the mails of a login.
    later(day)
    expect([await act(), await act(), await ask()]).toEqual(['done', 'done', 'done'])
  })

  test('error: is refused to a user without an address, who gets no notices either', async () => {
    const { caller, session, userId } = await newUser()
    await services.queries.delete(identities).where(eq(identities.userId, userId))
    expect(await outcome(beginStepUp(services, session, caller))).toBe('action-not-allowed')
    const before = servers.mails.length
    await notifyAll(services, userId, 'frozen')
    expect(servers.mails.length).toBe(before)
  })
})

describe('the account facts', () => {
  test('contain what /security shows; devices are sorted by last use, without revoked ones', async () => {
    const { caller, email, session, userId } = await newUser()
    const second = await newUser(email)
    const revoked = await newUser(email)
    await services.queries
      .update(devices)
      .set({ revokedAt: 1 })
      .where(eq(devices.deviceId, revoked.session.deviceId))
    const facts = await readAccount(services, session)
    expect(facts).toMatchObject({
      ...{ userId, email, preferredAccountType: 'eoa', recoveryMode: 'auto' },
      ...{ frozenAt: null, steppedUpUntil: null },
    })
    expect(facts.devices.map(({ deviceId, isThis }) => [deviceId, isThis])).toEqual([
      [second.session.deviceId, false],
      [session.deviceId, true],
    ])
    for (const [ms, isShown] of [
      [0, false],
      [1, true],
    ] as const) {
      const { steppedUpUntil } = await readAccount(services, proved(session, ms))
      expect(steppedUpUntil).toBe(isShown ? servers.now() + 1 : null)
    }
    const at = servers.now()
    await services.queries
      .update(users)
      .set({ frozenAt: 5, unfreezeAt: at + 1 })
      .where(eq(users.userId, userId))
    expect((await readAccount(services, session)).frozenAt).toBe(5)
    later(1)
    expect((await readAccount(services, session)).frozenAt).toBeNull()
    expect(caller.jkt).toBe(session.jkt)
  })

  test.each([
    [null, null, false],
    [null, 101, false],
    [1, null, true],
    [1, 101, true],
    [1, 100, false],
  ])(
    'an account frozen at %s until %s counts as frozen at 100: %s',
    (frozenAt, unfreezeAt, isSo) => {
      expect(isFrozen({ frozenAt, unfreezeAt }, 100)).toBe(isSo)
    },
  )
})

describe('ending devices and sessions', () => {
  test('revokes a device with its sets and sessions; a step-up is needed for any device but this one', async () => {
    const one = await newUser()
    const other = await newUser(one.email)
    const { deviceId, jkt } = other.session
    const { queries } = services
    const put = (kind: 'device' | 'recovery', by: string, committedAt: number | null = 0) =>
      queries.insert(shares).values({
        ...{ setId: randomUUID(), changeId: '', userId: one.userId, walletId: '', kind, jkt: by },
        ...{ epoch: 1, kid: '', edk: '', ct: '', createdAt: 0, committedAt },
      })
    await put('device', jkt)
    await put('recovery', jkt)
    // Prepared, never committed.
    await put('recovery', jkt, null)
    await put('device', one.session.jkt)
    const end = (session: Session, id = deviceId) =>
      outcome(endDevice(services, { deviceId: id }, session))
    expect(await end(one.session)).toBe('step-up-required')
    expect(await end(proved(one.session), randomUUID())).toBe('resource-not-found')
    expect(await end(proved((await newUser()).session))).toBe('resource-not-found')
    tells = 0
    expect(await end(proved(one.session))).toBe('done')
    expect(await end(proved(one.session))).toBe('resource-not-found')
    expect(tells).toBe(1)
    const left = await queries.select().from(shares).where(eq(shares.userId, one.userId))
    expect(left.map((row) => [row.kind, row.jkt])).toEqual([
      ['recovery', jkt],
      ['device', one.session.jkt],
    ])
    const [row] = await queries.select().from(devices).where(eq(devices.deviceId, deviceId))
    expect(row).toMatchObject({ revokedAt: servers.now(), vaultToldAt: null })
    expect((await servers.auditOf(one.userId)).slice(-2)).toMatchObject([
      { kind: 'session-revoked', sid: other.session.sid, reason: 'device-revoked' },
      { kind: 'device-revoked', deviceId },
    ])
    expect(await outcome(requireSession(services, jkt))).toBe('unauthorized')
    // A device ends itself without a step-up.
    expect(await end(one.session, one.session.deviceId)).toBe('done')
  })

  test('signs out every device of the user, without revoking them', async () => {
    const one = await newUser()
    const second = await newUser(one.email)
    const other = await newUser()
    expect(await endSessions(services, one.session)).toEqual({ done: true })
    expect(tells).toBe(1)
    for (const { caller } of [one, second])
      expect(await outcome(requireSession(services, caller.jkt))).toBe('unauthorized')
    expect(await outcome(requireSession(services, other.caller.jkt))).toBe('done')
    const kinds = (await servers.auditOf(one.userId)).slice(-3).map(({ kind }) => kind)
    expect(kinds).toEqual(['session-revoked', 'session-revoked', 'signed-out-everywhere'])
    const own = eq(devices.userId, one.userId)
    const rows = await services.queries.select().from(devices).where(own)
    expect(rows.map(({ revokedAt }) => revokedAt)).toEqual([null, null])
  })

  test('requests a confirmation link from the vault, after a step-up', async () => {
    const { caller, session, userId } = await newUser()
    expect(await outcome(askConfirmation(services, proved(session, 0), caller))).toBe(
      'step-up-required',
    )
    const asked: unknown[] = []
    const own: Services = {
      ...services,
      callVault: (endpoint, body) => {
        asked.push([endpoint, body])
        return services.callVault(endpoint, body)
      },
    }
    const answer = await askConfirmation(own, proved(session), caller)
    expect(answer).toEqual({
      number: expect.stringMatching(/^\d{6}$/),
      expiresAt: servers.now() + 20 * minute,
    })
    const { ip, language, userAgent } = caller.client
    const requester = { ip, language, userAgent, origin: 'https://id.example' }
    expect(asked).toEqual([[vaultConfirmDevice, { userId, jkt: caller.jkt, requester }]])
    expect((await servers.auditOf(userId)).at(-1)).toMatchObject({ kind: 'confirmation-asked' })
    later(31_000)
    const origin = 'https://shop.example'
    await askConfirmation(own, { ...proved(session), origin }, caller)
    expect(asked.at(-1)).toMatchObject([vaultConfirmDevice, { requester: { origin } }])
  })
})

describe('a freeze', () => {
  test('freezes the account here and at the vault, and notifies the user once', async () => {
    const { email, session, userId } = await newUser()
    const frozen = () => told(email).filter((kind) => kind === 'frozen').length
    expect(await freeze(services, session)).toEqual({ done: true })
    const at = servers.now()
    expect(await userOf(userId)).toMatchObject({ frozenAt: at, unfreezeAt: null })
    expect(await servers.vault.readRow(userId)).toMatchObject({ frozenAt: at })
    expect((await servers.auditOf(userId)).at(-1)).toMatchObject({ kind: 'frozen' })
    later(1)
    await freeze(services, session)
    expect([(await userOf(userId)).frozenAt, frozen()]).toEqual([at + 1, 1])
    // The freeze begins again when its end was already approved.
    const set = { unfreezeAt: at + day }
    await services.queries.update(users).set(set).where(eq(users.userId, userId))
    await freezeUser(services, userId)
    expect(await userOf(userId)).toMatchObject({ frozenAt: at + 2, unfreezeAt: null })
    expect(frozen()).toBe(2)
  })

  test('takes effect here while the vault is unreachable, and reports the failure to the caller', async () => {
    const { session, userId } = await newUser()
    servers.state.isVaultAway = true
    expect(await outcome(freeze(services, session))).toBe('http-failed')
    expect((await userOf(userId)).frozenAt).toBe(servers.now())
  })

  test('ends a day after the vault reports that the requested link was approved', async () => {
    const { caller, session, userId } = await newUser()
    await freeze(services, session)
    expect(await outcome(unfreeze(services, proved(session, 0), caller))).toBe('step-up-required')
    const asked: unknown[] = []
    const own: Services = {
      ...services,
      callVault: (endpoint, body) => {
        asked.push([endpoint, body])
        return services.callVault(endpoint, body)
      },
    }
    const answer = await unfreeze(own, proved(session), caller)
    const expiresAt = servers.now() + 20 * minute
    expect(answer).toEqual({ status: 'asked', expiresAt, number: expect.stringMatching(/^\d{6}$/) })
    const { ip, language, userAgent } = caller.client
    const requester = { ip, language, userAgent, origin: 'https://id.example' }
    expect(asked).toEqual([[vaultUnfreeze, { userId, jkt: caller.jkt, requester }]])
    expect((await servers.auditOf(userId)).at(-1)).toMatchObject({ kind: 'unfreeze-asked' })
    const rows = (await services.queries.select().from(used)).filter(({ key }) =>
      key.startsWith(`unfreeze:${userId}:`),
    )
    // The event may come a day late.
    expect(rows.map(({ until }) => until)).toEqual([expiresAt + day])
    await servers.decide(servers.vault.mails.at(-1)!)
    expect(await userOf(userId)).toMatchObject({ unfreezeAt: servers.now() + day })
    expect((await servers.auditOf(userId)).map(({ kind }) => kind).slice(-2)).toEqual([
      ...['unfreezing', 'vault-event'],
    ])
  })
})

describe('an event from the vault', () => {
  const apply = (event: Partial<VaultEvent> & Pick<VaultEvent, 'kind'>) =>
    applyVaultEvent(services, { id: randomUUID(), at: servers.now(), ...event } as VaultEvent)

  test('is applied once, and remembered for two days', async () => {
    const { email, userId } = await newUser()
    const event = { kind: 'recovered-asserted', id: randomUUID(), userId } as const
    for (const _ of [1, 2]) expect(await apply(event)).toEqual({})
    expect(told(email).filter((kind) => kind === 'asserted-recovery')).toHaveLength(1)
    expect((await servers.auditOf(userId)).at(-1)).toMatchObject({
      ...{ kind: 'vault-event', event: 'recovered-asserted' },
    })
    const rows = await services.queries
      .select()
      .from(used)
      .where(eq(used.key, `event:${event.id}`))
    expect(rows.map(({ until }) => until)).toEqual([servers.now() + 2 * day])
  })

  test('is applied by a retry when it could not be applied at first', async () => {
    const { userId } = await newUser()
    const event = { kind: 'frozen', id: randomUUID(), userId, at: servers.now() } as VaultEvent
    const audit = () => Promise.reject(new Error('the database is away'))
    await expect(applyVaultEvent({ ...services, audit }, event)).rejects.toThrow('away')
    expect((await userOf(userId)).frozenAt).toBeNull()
    await apply(event)
    expect((await userOf(userId)).frozenAt).toBe(servers.now())
  })

  test('ends a freeze only for a link that was requested here, and mails that it ends', async () => {
    const { email, userId } = await newUser()
    const notices = () =>
      servers.mails.filter(({ kind, to }) => to === email && kind === 'unfreezing').length
    const linkId = randomUUID()
    await freezeUser(services, userId)
    const { frozenAt } = await userOf(userId)
    const remember = (owner: string, id: string) =>
      services.remember(unfreezeKey({ userId: owner, linkId: id, frozenAt }), servers.now() + 1)
    await remember(randomUUID(), linkId)
    await remember(userId, randomUUID())
    const before = servers.lines.length
    for (const event of [{ userId, linkId }, { userId }, { linkId }])
      await apply({ kind: 'unfreezing', ...event })
    expect((await userOf(userId)).unfreezeAt).toBeNull()
    const warned = servers.lines.slice(before).filter((line) => line.includes('not asked for'))
    expect(warned).toHaveLength(1)
    expect(notices()).toBe(0)
    await remember(userId, linkId)
    await apply({ kind: 'unfreezing', userId, linkId })
    expect((await userOf(userId)).unfreezeAt).toBe(servers.now() + day)
    expect(notices()).toBe(1)
    // A second event for the same link ends nothing.
    const set = { unfreezeAt: null }
    await services.queries.update(users).set(set).where(eq(users.userId, userId))
    await apply({ kind: 'unfreezing', userId, linkId })
    expect((await userOf(userId)).unfreezeAt).toBeNull()
    expect(notices()).toBe(1)
  })

  test('sets no end, and mails nothing, when the user is not frozen', async () => {
    const { email, userId } = await newUser()
    const before = told(email).length
    const linkId = randomUUID()
    await services.remember(unfreezeKey({ userId, linkId, frozenAt: null }), servers.now() + 1)
    await apply({ kind: 'unfreezing', userId, linkId })
    expect((await userOf(userId)).unfreezeAt).toBeNull()
    expect(told(email)).toHaveLength(before)
  })

  test('changes nothing without a user id or when it concerns only the vault; a circuit breaker event raises an alarm', async () => {
    const { email, userId } = await newUser()
    const before = [await userOf(userId), told(email).length]
    for (const kind of [
      ...(['device-approved', 'device-denied', 'frozen', 'recovered-asserted'] as const),
      ...(['unfreezing', 'contact-changed', 'recovered'] as const),
    ])
      await apply({ kind })
    for (const kind of ['contact-changed', 'recovered'] as const) await apply({ kind, userId })
    expect([await userOf(userId), told(email).length]).toEqual(before)
    const lines = servers.lines.length
    await apply({ kind: 'breaker-opened' })
    expect(servers.lines.slice(lines).join()).toContain('"alarm":"breaker"')
  })
})

describe('a change of the e-mail address', () => {
  const begin = ({ caller, session }: User, email: string) =>
    beginEmailChange(services, { email }, session, caller)
  /** Up to the code of the new address. */
  async function allowed(user: User, email = newAddress()) {
    const { txnId } = await begin(user, email)
    const otp = servers.codeFor(user.email)
    await provePrimary(services, { txnId, otp }, user.session, user.caller)
    return { email, txnId, otp: servers.codeFor(email) }
  }
  const save = ({ caller, session }: User, { otp, txnId }: { otp: string; txnId: string }) =>
    proveSecondary(services, { txnId, otp }, session, caller)

  test('asks the old address, then the new one, and notifies the old one', async () => {
    const user = await newUser()
    const { caller, email: old, session, userId } = user
    const email = newAddress()
    const begun = await begin(user, email)
    expect(begun.action).toBe('VERIFY_PRIMARY_OTP')
    expect([told(old).at(-1), told(email)]).toEqual(['code-primary', []])
    const primary = { txnId: begun.txnId, otp: servers.codeFor(old) }
    const step = (otp: string) =>
      outcome(provePrimary(services, { ...primary, otp }, session, caller))
    expect(await step(wrongOf(primary.otp))).toBe('input-invalid')
    // The second step can not come first.
    expect(await outcome(save(user, primary))).toBe('input-invalid')
    expect(await provePrimary(services, primary, session, caller)).toEqual({
      action: 'VERIFY_SECONDARY_OTP',
    })
    expect(told(email)).toEqual(['code-secondary'])
    expect(await step(primary.otp)).toBe('input-invalid')
    const secondary = { txnId: begun.txnId, otp: servers.codeFor(email) }
    const stolen = { ...session, userId: randomUUID() }
    expect(await outcome(save({ ...user, session: stolen }, secondary))).toBe('input-invalid')
    const answer = await save(user, secondary)
    expect(answer).toEqual({ email, number: expect.stringMatching(/^\d{6}$/) })
    expect(await readEmail(services, userId)).toBe(email)
    expect(told(old).at(-1)).toBe('email-changed')
    expect((await servers.auditOf(userId)).slice(-2)).toMatchObject([
      { kind: 'email-change-allowed', txnId: begun.txnId },
      { kind: 'email-changed', txnId: begun.txnId },
    ])
    expect(await outcome(save(user, secondary))).toBe('input-invalid')
  })

  test("error: is refused to the account's current address, and within a day of the last change", async () => {
    const user = await newUser()
    expect(await outcome(begin(user, user.email))).toBe('input-invalid')
    await save(user, await allowed(user))
    await servers.decide(servers.vault.mails.findLast(({ to }) => to === user.email)!)
    const at = servers.now()
    const before = servers.mails.length
    later(day - 1)
    expect(await outcome(begin(user, newAddress()))).toBe('change-conflict')
    expect(servers.mails.length).toBe(before)
    later(at + day - servers.now())
    expect(await outcome(begin(user, newAddress()))).toBe('done')
  })

  test('[T73] adds no address to an account without one, whatever its session has proved', async () => {
    const user = await newUser()
    const { queries } = services
    await queries.delete(identities).where(eq(identities.userId, user.userId))
    const nowMs = servers.now()
    const before = servers.mails.length
    for (const more of [
      { authAt: nowMs },
      { authAt: nowMs, steppedUpUntil: nowMs + minute, origin: null },
      { authAt: nowMs, steppedUpUntil: nowMs + minute, origin: 'https://shop.example' },
    ])
      expect(
        await outcome(begin({ ...user, session: { ...user.session, ...more } }, newAddress())),
      ).toBe('action-not-allowed')
    expect(servers.mails.length).toBe(before)
  })

  test('[T73] error: is refused when the address that allowed it was removed since', async () => {
    const user = await newUser()
    const change = await allowed(user)
    await services.queries.delete(identities).where(eq(identities.userId, user.userId))
    expect(await outcome(save(user, change))).toBe('input-invalid')
    const rows = await services.queries
      .select()
      .from(identities)
      .where(eq(identities.userId, user.userId))
    expect(rows).toEqual([])
  })

  test('error: is refused to an address of another account, or one that can still be restored to it', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const taken = await allowed(user, other.email)
    expect(await outcome(save(user, taken))).toBe('action-not-allowed')
    await save(other, await allowed(other))
    const at = servers.now()
    const ask = (userId: string) =>
      isTaken(services, services.queries, { email: other.email, userId })
    const isOld = () => isReplaced(services, services.queries, { email: other.email })
    expect([await ask(user.userId), await ask(other.userId), await isOld()]).toEqual([
      ...[true, false, true],
    ])
    later(31_000)
    expect(await outcome(servers.logIn(other.email))).toBe('email-replaced')
    later(at + 3 * day - 1 - servers.now())
    expect([await ask(user.userId), await isOld()]).toEqual([true, true])
    later(1)
    expect([await ask(user.userId), await isOld()]).toEqual([false, false])
    expect(await outcome(servers.logIn(other.email))).toBe('done')
  })

  test('[T73] error: is not saved when its session ended while the code was checked', async () => {
    const user = await newUser()
    const change = await allowed(user)
    const { kms } = services
    // The new address is sealed after the code was checked, and before the change is saved.
    const wrap: typeof kms.wrap = async (...row) => {
      await endSessions(services, user.session)
      return kms.wrap(...row)
    }
    const slow = { ...services, kms: { ...kms, wrap } }
    const saving = proveSecondary(slow, change, user.session, user.caller)
    expect(await outcome(saving)).toBe('unauthorized')
    expect(await readEmail(services, user.userId)).toBe(user.email)
  })

  test('is saved without a number when the vault is unreachable; any other failure is thrown', async () => {
    const user = await newUser()
    const change = await allowed(user)
    servers.state.isVaultAway = true
    const before = servers.lines.length
    expect(await save(user, change)).toEqual({ email: change.email })
    expect(servers.lines.slice(before).join()).toContain('the vault was not asked')
    const callVault = () => Promise.reject(new Error('broken'))
    const { caller, email, userId } = user
    const what = { userId, email, client: caller.client }
    await expect(askToMoveRecovery({ ...services, callVault }, what)).rejects.toThrow('broken')
    expect(await outcome(readContact(services, userId))).toBe('http-failed')
    servers.state.isVaultAway = false
    expect(await readContact(services, randomUUID())).toBeNull()
    const refuse = () => Promise.reject(new HttpError(403, 'unauthorized', ''))
    expect(await outcome(readContact({ ...services, callVault: refuse }, userId))).toBe(
      'unauthorized',
    )
  })
})

describe('undoing a change of the e-mail address', () => {
  /** A user whose address was changed just now. */
  async function changed() {
    const user = await newUser()
    const email = newAddress()
    const { caller, session } = user
    const { txnId } = await beginEmailChange(services, { email }, session, caller)
    const primary = { txnId, otp: servers.codeFor(user.email) }
    await provePrimary(services, primary, session, caller)
    await proveSecondary(services, { txnId, otp: servers.codeFor(email) }, session, caller)
    const mail = servers.mails.findLast(({ to }) => to === user.email)!
    tells = 0
    return { ...user, next: email, token: servers.tokenOf(mail), at: servers.now() }
  }
  const undo = ({ caller, token }: Awaited<ReturnType<typeof changed>>) =>
    undoEmail(services, { token }, caller.client)

  test('restores the address within 72 hours, once, and ends the sessions and the open changes', async () => {
    const user = await changed()
    later(user.at + 3 * day - servers.now())
    expect(await undo(user)).toEqual({ state: 'over' })
    later(-1)
    const { txnId } = await beginEmailChange(
      services,
      { email: newAddress() },
      user.session,
      user.caller,
    )
    expect(await undo(user)).toMatchObject({ state: 'restored', recovery: 'same' })
    expect(tells).toBe(1)
    expect(await readEmail(services, user.userId)).toBe(user.email)
    expect(told(user.email).at(-1)).toBe('email-restored')
    const { queries } = services
    const [session] = await queries
      .select()
      .from(sessions)
      .where(eq(sessions.sid, user.session.sid))
    expect(session?.revokedAt).toBe(servers.now())
    const [open] = await queries.select().from(txns).where(eq(txns.txnId, txnId))
    expect(open?.expiresAt).toBe(servers.now())
    expect((await servers.auditOf(user.userId)).slice(-2)).toMatchObject([
      { kind: 'session-revoked', reason: 'change-undone' },
      { kind: 'email-restored' },
    ])
    expect(await undo(user)).toEqual({ state: 'over' })
    expect(await undo({ ...user, token: 'x'.repeat(43) })).toEqual({ state: 'over' })
  })

  test('puts an address back that was removed since', async () => {
    const user = await changed()
    const { queries } = services
    await queries.delete(identities).where(eq(identities.userId, user.userId))
    expect(await undo(user)).toMatchObject({ state: 'restored' })
    expect(await readEmail(services, user.userId)).toBe(user.email)
  })

  test('is refused when another account has the address', async () => {
    const other = await changed()
    const { queries } = services
    const [kept] = await queries.select().from(undos).where(eq(undos.userId, other.userId))
    const { emailBlob, emailKid, subject } = kept!
    await queries.insert(identities).values({
      ...{ id: randomUUID(), userId: randomUUID(), provider: 'email', subject },
      ...{ emailBlob, emailKid, createdAt: 0 },
    })
    expect(await undo(other)).toEqual({ state: 'over' })
    expect(await readEmail(services, other.userId)).toBe(other.next)
    expect(tells).toBe(0)
  })
})
