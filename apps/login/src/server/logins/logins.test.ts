import { randomBytes } from 'node:crypto'
import { vaultProveLogin, vaultReadContacts } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoEmail } from '../account/undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from '../account/updateEmail.ts'
import { identities, keyAccounts, sessions } from '../database/schema.ts'
import { beginSocial } from '../social/beginSocial.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { beginEmailLogin } from './addEmailLogin.ts'
import { listLogins } from './listLogins.ts'
import { type Account, openPeople, type People, type Place } from './people.test.kit.ts'
import { dropLogin } from './removeLogin.ts'
import { undoLogins } from './undoLogins.ts'

const dayMs = 86_400_000
const newUser = (provider: Account['provider'], email?: string): Account => ({
  ...{ provider, subject: randomBytes(6).toString('hex') },
  ...(email !== undefined && { email }),
})
const outcome = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof HttpError) return error.code
      throw error
    },
  )

describe.each(testEngines)('on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  /** Logs in by email in a browser that holds the wallet. */
  const enter = async (email = newAddress()) => {
    const { caller, session } = await people.enterByEmail(email)
    if (!session) throw new Error('Nobody is logged in.')
    await people.vault.giveWallet({ userId: session.userId, jkt: caller.jkt })
    return { email, caller, session }
  }
  const loginsOf = async (place: Place) =>
    (await listLogins(people.services, (await people.here(place)).session)).logins
  const providersOf = async (place: Place) =>
    (await loginsOf(place)).map(({ provider }) => provider)
  /** Removes a login after a step-up. */
  const remove = async (place: Place, provider: string) => {
    const found = (await loginsOf(place)).find((one) => one.provider === provider)
    await people.stepUp(place)
    const { session } = await people.here(place)
    return dropLogin(people.services, { id: found?.id ?? '' }, session)
  }
  const isOpen = async ({ session }: Place) => {
    const [row] = await people.services.queries
      .select()
      .from(sessions)
      .where(eq(sessions.sid, session.sid))
    return row?.revokedAt === null
  }

  test('a login at a provider is added to an email account, and opens the same wallet in a new browser', async () => {
    const place = await enter()
    const google = newUser('google')
    expect(await people.addSocial(place, google)).toMatchObject({ action: 'LINKED' })
    expect(Object.values(await people.letRestore(place))).toEqual(['added', 'added'])
    expect((await loginsOf(place)).map(({ provider, restores }) => [provider, restores])).toEqual([
      ['email', true],
      ['google', true],
    ])
    const other = await people.enter(google)
    expect(other.session?.userId).toBe(place.session.userId)
    const asking = { userId: place.session.userId, jkt: other.caller.jkt }
    expect(await people.vault.allowsRecovery(asking)).toBe(true)
  })

  test('an address is added to an account of a provider by link and code, and restores the wallet', async () => {
    const google = newUser('google')
    const first = await people.enter(google)
    const place = { caller: first.caller, session: first.session! }
    await people.vault.giveWallet({ userId: place.session.userId, jkt: place.caller.jkt })
    const email = newAddress()
    await people.addEmail(place, email)
    expect(Object.values(await people.letRestore(place))).toEqual(['added', 'added'])
    const other = await people.enterByEmail(email)
    expect(other.session?.userId).toBe(place.session.userId)
    const asking = { userId: place.session.userId, jkt: other.caller.jkt }
    expect(await people.vault.allowsRecovery(asking)).toBe(true)
  })

  test('a provider that signs nothing is added by the vault’s link', async () => {
    const place = await enter()
    const github = newUser('github', newAddress())
    expect(await people.addSocial(place, github)).toMatchObject({ action: 'LINKED' })
    expect(Object.values(await people.letRestore(place))).toEqual(['added', 'added'])
    const other = await people.enter(github)
    expect(other.session?.userId).toBe(place.session.userId)
    const asking = { userId: place.session.userId, jkt: other.caller.jkt }
    expect(await people.vault.allowsRecovery(asking)).toBe(true)
  })

  test('[T119] the vault adds no login that it has not verified, nor one of a user that it has not', async () => {
    const place = await enter()
    const google = newUser('google')
    await people.addSocial(place, google)
    const { userId } = place.session
    // Another device of the login server's choice, which no contact has approved and which holds nothing.
    const stranger = { caller: people.newCaller(), session: place.session }
    await people.services.queries
      .update(sessions)
      .set({ jkt: stranger.caller.jkt })
      .where(eq(sessions.sid, place.session.sid))
    expect(await outcome(people.letRestore(stranger))).toBe('evidence-required')
    await people.vault.giveWallet({ userId, jkt: stranger.caller.jkt })
    expect(Object.values(await people.letRestore(stranger))).toEqual(['added', 'prove-user'])
    await people.services.queries
      .update(sessions)
      .set({ jkt: place.caller.jkt })
      .where(eq(sessions.sid, place.session.sid))
    // The user's own device, but long after both were proved.
    people.clock.addMs += 1_800_001
    expect(Object.values(await people.letRestore(place))).toEqual(['added', 'prove-user'])
  })

  test('changes need a step-up, and another browser’s step-up is none', async () => {
    const place = await enter()
    const { caller, session } = place
    const google = newUser('google')
    expect(await outcome(people.goTo(google, caller, 'link'))).toBe('step-up-required')
    const begin = beginEmailLogin(people.services, { email: newAddress() }, session, caller)
    expect(await outcome(begin)).toBe('step-up-required')
    await people.addSocial(place, google)
    const [, second] = await loginsOf(place)
    expect(await outcome(dropLogin(people.services, { id: second!.id }, session))).toBe(
      'step-up-required',
    )
    const other = await people.enter(google)
    await people.stepUp(place)
    const body = { id: second!.id }
    expect(await outcome(dropLogin(people.services, body, other.session!))).toBe('step-up-required')
  })

  test('[T73] a site that a user has just logged in to by a provider adds no address of its own', async () => {
    const first = await people.enter(newUser('facebook'))
    const place = { caller: first.caller, session: first.session! }
    const { queries } = people.services
    const origin = 'https://shop.example'
    await queries.update(sessions).set({ origin }).where(eq(sessions.sid, place.session.sid))
    const thief = newAddress()
    const mails = people.mails.length
    for (const run of [async () => {}, () => people.stepUp(place)]) {
      await run()
      const { session } = await people.here(place)
      const begun = beginEmailChange(people.services, { email: thief }, session, place.caller)
      expect(await outcome(begun)).toBe('action-not-allowed')
    }
    expect(people.mails.length).toBe(mails)
    expect(await providersOf(place)).toEqual(['facebook'])
  })

  test('a login of another account is not added, and nothing is told before it is proved', async () => {
    const [one, two] = [await enter(), await enter()]
    const google = newUser('google')
    await people.addSocial(one, google)
    expect(await people.addSocial(two, google)).toEqual({ action: 'REFUSED', reason: 'taken' })
    // Only its code reveals that the address has an account.
    const other = await people.enter(newUser('facebook'))
    const place = { caller: other.caller, session: other.session! }
    expect(await outcome(people.addEmail(place, two.email))).toBe('action-not-allowed')
    expect(await providersOf(place)).toEqual(['facebook'])
  })

  test('[T67] an unproved address of a provider becomes no login, and gets no notice', async () => {
    const victim = newAddress()
    const place = await enter()
    await people.addSocial(place, newUser('facebook', victim))
    const rows = await people.services.queries
      .select()
      .from(identities)
      .where(eq(identities.userId, place.session.userId))
    expect(rows.map(({ emailHmac, provider }) => [provider, emailHmac])).toEqual([
      ['email', null],
      ['facebook', null],
    ])
    const own = await enter(victim)
    expect(own.session.userId).not.toBe(place.session.userId)
    expect(people.mails.filter(({ to }) => to === victim).map(({ kind }) => kind)).toEqual([
      'code-login',
    ])
  })

  test('[T68] the same address at a provider is linked only by a user who has logged in with it and proved it again', async () => {
    const place = await enter()
    const google = newUser('google', place.email)
    const refused = await people.enter(google)
    expect(refused.end).toEqual({ action: 'EXISTS', by: 'email', email: place.email })
    // Another account can not have it either.
    const other = await enter()
    expect(await people.addSocial(other, google)).toEqual(refused.end)
    expect(await outcome(people.goTo(google, place.caller, 'link'))).toBe('step-up-required')
    expect(await people.addSocial(place, google)).toMatchObject({ action: 'LINKED' })
    expect((await people.enter(google)).session?.userId).toBe(place.session.userId)
  })

  test('[T69] an address that was typed and not proved reserves nothing', async () => {
    const entered = await people.enter(newUser('facebook'))
    const thief = { caller: entered.caller, session: entered.session! }
    const victim = newAddress()
    await people.stepUp(thief)
    const { caller, session } = await people.here(thief)
    await beginEmailLogin(people.services, { email: victim }, session, caller)
    const own = await enter(victim)
    expect(own.session.userId).not.toBe(thief.session.userId)
    // The link that was mailed to the victim does not finish it: the code is another one.
    const link = people.vault.mails.find(({ to }) => to === victim)!
    expect(await people.decide(link)).toBe('approved')
    expect(await providersOf(thief)).toEqual(['facebook'])
  })

  test('[T70] a login that is added to an account that woke after a year counts after 72 hours, and its owner hears of it', async () => {
    const place = await enter()
    const first = newUser('google', place.email)
    await people.addSocial(place, first)
    people.clock.addMs += 366 * dayMs
    // The domain was sold: its buyer reads the mailbox, and has the address at the provider with another subject.
    const buyer = await enter(place.email)
    const second = newUser('google', place.email)
    expect(await people.addSocial(buyer, second)).toMatchObject({ action: 'LINKED' })
    expect(people.mails.at(-1)).toMatchObject({ to: place.email, kind: 'login-added-held' })
    expect((await people.enter(second)).end).toEqual({ action: 'FAILED', reason: 'held' })
    expect(await people.goTo(second, buyer.caller, 'step-up')).toEqual({
      ...{ action: 'FAILED', reason: 'held' },
    })
    // It is no way in yet, so the others can not be removed.
    await people.vault.giveWallet({ userId: buyer.session.userId, jkt: buyer.caller.jkt })
    await people.letRestore(buyer)
    await remove(buyer, 'google')
    const logins = await loginsOf(buyer)
    expect(logins.map(({ heldUntil }) => heldUntil !== null)).toEqual([false, true])
    expect(logins.map(({ restores }) => restores)).toEqual([true, true])
    expect(await outcome(remove(buyer, 'email'))).toBe('change-conflict')
    people.clock.addMs += 3 * dayMs
    expect((await people.enter(second)).session?.userId).toBe(place.session.userId)
  })

  test('[T70] the address of an account that woke after a year can not be changed for 72 hours', async () => {
    const place = await enter()
    const { services } = people
    people.clock.addMs += 366 * dayMs
    const buyer = await enter(place.email)
    const { caller, session } = buyer
    const begin = () => beginEmailChange(services, { email: newAddress() }, session, caller)
    const mails = people.mails.length
    people.clock.addMs += 3 * dayMs - 60_000
    expect(await outcome(begin())).toBe('change-conflict')
    expect(people.mails.length).toBe(mails)
    people.clock.addMs += 60_000
    expect(await outcome(begin())).toBe('done')
  })

  test('[T73] every address of the account hears that its address was changed, and can take that back', async () => {
    const place = await enter()
    const { caller, session } = place
    const { services } = people
    const vouched = newAddress()
    await people.addSocial(place, newUser('google', vouched))
    const next = newAddress()
    people.clock.addMs += 31_000
    const { txnId } = await beginEmailChange(services, { email: next }, session, caller)
    await provePrimary(services, { txnId, otp: people.codeFor(place.email) }, session, caller)
    const mails = people.mails.length
    await proveSecondary(services, { txnId, otp: people.codeFor(next) }, session, caller)
    const told = people.mails.slice(mails).map(({ kind, to }) => [kind, to])
    expect(told).toEqual([
      ['email-changed', place.email],
      ['email-changed', vouched],
    ])
    const undo = people.undoOf(vouched)
    expect(await undoEmail(services, { token: undo }, caller.client)).toMatchObject({
      state: 'restored',
    })
    expect((await enter(place.email)).session.userId).toBe(session.userId)
  })

  test('a removed login opens nothing at either server, and ends the browsers that used it', async () => {
    const place = await enter()
    const google = newUser('google')
    await people.addSocial(place, google)
    await people.letRestore(place)
    const away = await people.enter(google)
    const { userId } = place.session
    const asking = { userId, jkt: away.caller.jkt }
    expect(await people.vault.allowsRecovery(asking)).toBe(true)
    await remove(place, 'google')
    expect(await people.vault.allowsRecovery(asking)).toBe(false)
    expect(await isOpen({ caller: away.caller, session: away.session! })).toBe(false)
    expect(await isOpen(place)).toBe(true)
    expect((await people.enter(google)).end).toEqual({ action: 'FAILED', reason: 'removed' })
    // After the undo's time it belongs to nobody: it makes a wallet of its own.
    people.clock.addMs += 3 * dayMs + 1
    const fresh = await people.enter(google)
    expect(fresh.session?.userId).not.toBe(userId)
  })

  test('an address that was removed opens nothing at either server', async () => {
    const place = await enter()
    await people.addSocial(place, newUser('google'))
    await people.letRestore(place)
    await remove(place, 'email')
    expect(await outcome(people.enterByEmail(place.email))).toBe('email-replaced')
    const row = await people.vault.readRow(place.session.userId)
    expect(row).toMatchObject({ evidence: 'social', contactBlob: null })
    expect(await providersOf(place)).toEqual(['google'])
  })

  test('the last login stays, and so does the last one that restores the wallet', async () => {
    const place = await enter()
    expect(await outcome(remove(place, 'email'))).toBe('change-conflict')
    await people.addSocial(place, newUser('google'))
    // Google logs in, but the vault does not know it.
    expect(await outcome(remove(place, 'email'))).toBe('change-conflict')
    await people.letRestore(place)
    expect(await outcome(remove(place, 'email'))).toBe('done')
    expect(await outcome(remove(place, 'google'))).toBe('change-conflict')
  })

  test('of removals at the same moment, one login that restores the wallet stays, and both servers agree which', async () => {
    const { callVault } = people.services
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2),
        fc.nat(2),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        async (restoring, others, isRemoved) => {
          const place = await enter()
          for (let count = 0; count < restoring; count++)
            await people.addSocial(place, newUser('google'))
          await people.letRestore(place)
          for (let count = 0; count < others; count++)
            await people.addSocial(place, newUser('facebook'))
          const before = await loginsOf(place)
          const leaving = before.filter((_, index) => isRemoved[index])
          await people.stepUp(place)
          const { session } = await people.here(place)
          // Each has the vault's answer before the first one removes anything.
          let asked = 0
          let goOn = () => {}
          const isAnswered = new Promise<void>((resolve) => {
            goOn = resolve
          })
          const together: typeof callVault = async (endpoint, body) => {
            const answer = await callVault(endpoint, body)
            if (endpoint.path === vaultReadContacts.path) {
              if (++asked === leaving.length) goOn()
              await isAnswered
            }
            return answer
          }
          const services = { ...people.services, callVault: together }
          const ends = await Promise.all(
            leaving.map(({ id }) => outcome(dropLogin(services, { id }, session))),
          )
          const after = await loginsOf(place)
          expect(after.map(({ restores }) => restores)).toContain(true)
          expect(after).toHaveLength(before.length - ends.filter((one) => one === 'done').length)
          const contacts = before.map(({ contact }) => contact)
          const { userId } = session
          const { approves } = await callVault(vaultReadContacts, { userId, contacts })
          const left = before.filter((_, index) => approves[index]).map(({ id }) => id)
          expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(left))
        },
      ),
      { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
    )
  })

  test('a login comes back when the vault keeps its contact, the mail and the answer say so, and nothing says that it is gone', async () => {
    const place = await enter()
    const { caller, session } = place
    const { services } = people
    await people.addSocial(place, newUser('google'))
    await people.letRestore(place)
    const next = newAddress()
    people.clock.addMs += 31_000
    const { txnId } = await beginEmailChange(services, { email: next }, session, caller)
    await provePrimary(services, { txnId, otp: people.codeFor(place.email) }, session, caller)
    await proveSecondary(services, { txnId, otp: people.codeFor(next) }, session, caller)
    const link = people.vault.mails.findLast(({ to }) => to === place.email)!
    expect(await people.decide(link)).toBe('approved')
    // For a day recovery still asks the old address, and the vault keeps the new one.
    const mails = people.mails.length
    await expect(remove(place, 'email')).rejects.toMatchObject({
      code: 'change-conflict',
      message: 'The address was changed less than 24 hours ago',
    })
    expect(await providersOf(place)).toEqual(['email', 'google'])
    expect(people.mails.slice(mails).map(({ kind, to }) => [kind, to])).toEqual([
      ['login-kept', next],
    ])
    people.clock.addMs += dayMs
    expect(await outcome(remove(place, 'email'))).toBe('done')
    expect(await providersOf(place)).toEqual(['google'])
  })

  test('the vault is told of a removal again when it was away', async () => {
    const place = await enter()
    const google = newUser('google')
    await people.addSocial(place, google)
    await people.letRestore(place)
    const away = await people.enter(google)
    const asking = { userId: place.session.userId, jkt: away.caller.jkt }
    people.state.isVaultAway = true
    expect(await outcome(remove(place, 'google'))).toBe('http-failed')
    people.state.isVaultAway = false
    expect(await providersOf(place)).toEqual(['email', 'google'])
    const { id } = (await loginsOf(place)).find(({ provider }) => provider === 'google')!
    // It goes away between the question and the word.
    const { callVault } = people.services
    const untold: typeof callVault = (endpoint, body) =>
      endpoint.path === vaultReadContacts.path
        ? callVault(endpoint, body)
        : Promise.reject(new HttpError(503, 'http-failed', 'away'))
    Object.assign(people.services, { callVault: untold })
    try {
      const mails = people.mails.length
      expect(await outcome(remove(place, 'google'))).toBe('http-failed')
      expect(people.mails.slice(mails).map(({ kind }) => kind)).toEqual(['login-removed'])
      expect(await providersOf(place)).toEqual(['email'])
      expect(await people.vault.allowsRecovery(asking)).toBe(true)
      const again = async () =>
        dropLogin(people.services, { id }, (await people.here(place)).session)
      Object.assign(people.services, {
        callVault: () => Promise.reject(new HttpError(503, 'http-failed', 'away')),
      })
      expect(await outcome(again())).toBe('http-failed')
      Object.assign(people.services, { callVault })
      expect(await outcome(again())).toBe('done')
      expect(people.mails.length).toBe(mails + 1)
      expect(await people.vault.allowsRecovery(asking)).toBe(false)
    } finally {
      Object.assign(people.services, { callVault })
    }
  })

  test('a login that comes back after its removal was mailed is mailed too, to all addresses', async () => {
    const place = await enter()
    const { caller, session } = place
    const { services } = people
    const google = newUser('google', newAddress())
    await people.addSocial(place, google)
    await people.letRestore(place)
    const next = newAddress()
    people.clock.addMs += 31_000
    const { txnId } = await beginEmailChange(services, { email: next }, session, caller)
    await provePrimary(services, { txnId, otp: people.codeFor(place.email) }, session, caller)
    await proveSecondary(services, { txnId, otp: people.codeFor(next) }, session, caller)
    const link = people.vault.mails.findLast(({ to }) => to === place.email)!
    expect(await people.decide(link)).toBe('approved')
    const mails = people.mails.length
    const { callVault } = services
    // The vault answers what restores the wallet, but does not hear the removal.
    const deaf: typeof callVault = (endpoint, body) =>
      endpoint.path.endsWith('/remove')
        ? Promise.reject(new HttpError(503, 'http-failed', 'away'))
        : callVault(endpoint, body)
    Object.assign(services, { callVault: deaf })
    try {
      expect(await outcome(remove(place, 'email'))).toBe('http-failed')
    } finally {
      Object.assign(services, { callVault })
    }
    const sent = () => people.mails.slice(mails).map(({ kind, to }) => `${kind} ${to}`)
    const addresses = [next, google.email!]
    const removal = addresses.map((to) => `login-removed ${to}`)
    expect(sent().sort()).toEqual(removal.sort())
    expect(await providersOf(place)).toEqual(['google'])
    const undo = people.undoOf(next)
    await services.vaultTeller.tell()
    expect(await providersOf(place)).toEqual(['email', 'google'])
    expect(sent().slice(2).sort()).toEqual(addresses.map((to) => `login-kept ${to}`).sort())
    expect(await undoLogins(services, { token: undo })).toEqual({ state: 'over' })
  })

  test('the undo of an addition ends the login and every session, at both servers', async () => {
    const thief = await enter()
    const google = newUser('google')
    await people.addSocial(thief, google)
    await people.letRestore(thief)
    const away = await people.enter(google)
    const undo = people.undoOf(thief.email)
    expect(await undoLogins(people.services, { token: undo })).toEqual({ state: 'unlinked' })
    expect(await isOpen(thief)).toBe(false)
    expect(await isOpen({ caller: away.caller, session: away.session! })).toBe(false)
    const asking = { userId: thief.session.userId, jkt: away.caller.jkt }
    expect(await people.vault.allowsRecovery(asking)).toBe(false)
    expect((await people.enter(google)).session?.userId).not.toBe(thief.session.userId)
    expect(await undoLogins(people.services, { token: undo })).toEqual({ state: 'over' })
    expect((await enter(thief.email)).session.userId).toBe(thief.session.userId)
  })

  test('the undo of a removal restores the login at both servers, and ends what was added since', async () => {
    const place = await enter()
    const { userId } = place.session
    await people.addSocial(place, newUser('google'))
    await people.letRestore(place)
    await remove(place, 'email')
    const undo = people.undoOf(place.email)
    people.clock.addMs += 1
    const facebook = newUser('facebook')
    await people.addSocial(place, facebook)
    expect(await undoLogins(people.services, { token: undo })).toEqual({ state: 'unlinked' })
    const again = await people.enterByEmail(place.email)
    expect(again.session?.userId).toBe(userId)
    expect(await people.vault.allowsRecovery({ userId, jkt: again.caller.jkt })).toBe(true)
    expect(await providersOf({ ...again, session: again.session! })).toEqual(['email', 'google'])
    expect((await people.enter(facebook)).session?.userId).not.toBe(userId)
  })

  /** Runs a change whose call of the vault is answered only after an undo has committed. @returns how the change ended */
  const overtaken = async (path: string, change: () => Promise<unknown>, token: string) => {
    const { callVault } = people.services
    let goOn = () => {}
    const isUndone = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const slow: typeof callVault = async (endpoint, body) => {
      const answer = await callVault(endpoint, body)
      if (endpoint.path === path) {
        isAsked()
        await isUndone
      }
      return answer
    }
    Object.assign(people.services, { callVault: slow })
    try {
      const running = outcome(change())
      await asked
      expect(await undoLogins(people.services, { token })).toEqual({ state: 'unlinked' })
      goOn()
      return await running
    } finally {
      goOn()
      Object.assign(people.services, { callVault })
    }
  }

  test('a removal that is under way ends nothing after the undo of what came before it', async () => {
    const thief = await enter()
    await people.addSocial(thief, newUser('google'))
    await people.letRestore(thief)
    const undo = people.undoOf(thief.email)
    await people.stepUp(thief)
    const { session } = await people.here(thief)
    const { id } = (await loginsOf(thief)).find(({ provider }) => provider === 'email')!
    const change = () => dropLogin(people.services, { id }, session)
    expect(await overtaken(vaultReadContacts.path, change, undo)).toBe('unauthorized')
    expect(await providersOf(await enter(thief.email))).toEqual(['email'])
  })

  test('an addition that is under way adds nothing after the undo of what came before it', async () => {
    const thief = await enter()
    await people.addSocial(thief, newUser('google'))
    const undo = people.undoOf(thief.email)
    people.clock.addMs += 31_000
    const facebook = newUser('facebook')
    const change = () => people.goTo(facebook, thief.caller, 'link')
    await people.stepUp(thief)
    expect(await overtaken(vaultProveLogin.path, change, undo)).toBe('unauthorized')
    expect(await providersOf(await enter(thief.email))).toEqual(['email'])
    expect((await people.enter(facebook)).session?.userId).not.toBe(thief.session.userId)
  })

  test('an undo works for 72 hours', async () => {
    const place = await enter()
    await people.addSocial(place, newUser('google'))
    const undo = people.undoOf(place.email)
    people.clock.addMs += 3 * dayMs
    expect(await undoLogins(people.services, { token: undo })).toEqual({ state: 'over' })
    expect(await providersOf(await enter(place.email))).toEqual(['email', 'google'])
  })

  test('[T73] the undo of a change of address reverts what was added and removed since, the address among it', async () => {
    const place = await enter()
    const { caller, session } = place
    const { services } = people
    const next = newAddress()
    people.clock.addMs += 31_000
    const { txnId } = await beginEmailChange(services, { email: next }, session, caller)
    await provePrimary(services, { txnId, otp: people.codeFor(place.email) }, session, caller)
    await proveSecondary(services, { txnId, otp: people.codeFor(next) }, session, caller)
    const undo = people.undoOf(place.email)
    people.clock.addMs += 1
    const google = newUser('google')
    await people.addSocial(place, google)
    // A thief removes the address, so that the undo would find none to change.
    await people.services.queries
      .delete(identities)
      .where(eq(identities.subject, (await subjectOf(place))!))
    const { client } = caller
    expect(await undoEmail(services, { token: undo }, client)).toMatchObject({ state: 'restored' })
    expect((await people.enter(google)).session?.userId).not.toBe(session.userId)
    expect((await enter(place.email)).session.userId).toBe(session.userId)
  })
  const subjectOf = async ({ session }: Place) => {
    const rows = await people.services.queries
      .select()
      .from(identities)
      .where(eq(identities.userId, session.userId))
    return rows.find(({ provider }) => provider === 'email')?.subject
  }

  test('a login of the account proves the user again, another one does not', async () => {
    const facebook = newUser('facebook')
    const first = await people.enter(facebook)
    const place = { caller: first.caller, session: first.session! }
    const proved = await people.goTo(facebook, place.caller, 'step-up')
    expect(proved).toEqual({ action: 'STEPPED_UP', until: expect.any(Number) })
    const { session } = await people.here(place)
    expect(session.steppedUpUntil).toBe((proved as { until: number }).until)
    expect(await people.goTo(newUser('facebook'), place.caller, 'step-up')).toEqual({
      ...{ action: 'REFUSED', reason: 'other' },
    })
  })

  test('a login that is begun by one user is not added to the next one in the same browser', async () => {
    const one = await enter()
    const google = newUser('google')
    await people.stepUp(one)
    const returnTo = `${people.services.loginOrigin}/security`
    const body = { provider: 'google', returnTo, purpose: 'link' as const }
    await beginSocial(people.services, body, one.caller)
    await people.enterByEmail(newAddress(), one.caller)
    expect(await outcome(people.goTo(google, one.caller, 'link'))).toBe('step-up-required')
  })

  test('a wallet that passkeys alone hold takes no login', async () => {
    const place = await enter()
    await people.services.queries
      .insert(keyAccounts)
      .values({ userId: place.session.userId, account: randomBytes(8).toString('hex') })
    const google = newUser('google')
    expect(await outcome(people.addSocial(place, google))).toBe('action-not-allowed')
    expect(await outcome(people.addEmail(place, newAddress()))).toBe('action-not-allowed')
    expect(await providersOf(place)).toEqual(['email'])
  })

  test('an account has one address and at most ten logins', async () => {
    const place = await enter()
    expect(await outcome(people.addEmail(place, newAddress()))).toBe('change-conflict')
    for (let count = 1; count < 10; count++) await people.addSocial(place, newUser('facebook'))
    expect(await outcome(people.addSocial(place, newUser('facebook')))).toBe('change-conflict')
  })
})
