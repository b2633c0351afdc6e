import { randomBytes } from 'node:crypto'
import { vaultFreeze } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { identities, users } from '../database/schema.ts'
import { type Account, openPeople, type People, type Place } from '../logins/people.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { findAddress } from './accountEmail.ts'
import { freeze, freezeUser, unfreeze } from './freeze.ts'
import { isFrozen } from './readAccount.ts'

const dayMs = 86_400_000
const outcome = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof HttpError) return error.code
      throw error
    },
  )
const newUser = (provider: Account['provider'] = 'facebook'): Account => ({
  ...{ provider, subject: randomBytes(6).toString('hex') },
})

describe.each(testEngines)('on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  /** Logs in at a provider that gives no address. */
  const enter = async (account: Account): Promise<Place> => {
    const { caller, session } = await people.enter(account)
    if (!session) throw new Error('Nobody is logged in.')
    return { caller, session }
  }
  const frozen = async ({ session: { userId } }: Place) => {
    const { queries } = people.services
    const [here] = await queries.select().from(users).where(eq(users.userId, userId))
    const there = await people.vault.readRow(userId)
    return [here!, there!].map((row) => isFrozen(row, people.now()))
  }
  const end = async (place: Place) => {
    const { caller, session } = await people.here(place)
    return unfreeze(people.services, session, caller)
  }

  test('a user without an address ends a freeze by a login after it, at both servers and a day later', async () => {
    const account = newUser()
    const place = await enter(account)
    await freeze(people.services, place.session)
    expect(await frozen(place)).toEqual([true, true])
    people.clock.addMs += 1000
    expect(await outcome(end(place))).toBe('step-up-required')
    // The login server's word that the user was proved is no evidence at the vault.
    await people.stepUp(place)
    expect(await outcome(end(place))).toBe('evidence-required')
    expect(await people.goTo(account, place.caller, 'step-up')).toMatchObject({
      action: 'STEPPED_UP',
    })
    people.clock.fixedAt = Date.now()
    onTestFinished(() => {
      people.clock.fixedAt = undefined
    })
    expect(await end(place)).toEqual({ status: 'begun' })
    expect(await end(place)).toEqual({ status: 'begun' })
    people.clock.addMs += dayMs - 1
    expect(await frozen(place)).toEqual([true, true])
    people.clock.addMs += 1
    expect(await frozen(place)).toEqual([false, false])
  })

  test('mails every address here, once, when a login begins the end of a freeze', async () => {
    const account = newUser()
    const place = await enter(account)
    // Addresses that the vault does not count.
    const google = { ...newUser('google'), email: newAddress() }
    await people.addSocial(place, google)
    const email = newAddress()
    await people.addEmail(place, email)
    await freeze(people.services, place.session)
    people.clock.addMs += 31_000
    await people.goTo(account, place.caller, 'step-up')
    const before = people.mails.length
    expect(await end(place)).toEqual({ status: 'begun' })
    expect(await end(place)).toEqual({ status: 'begun' })
    const sent = people.mails.slice(before).map(({ kind, to }) => `${kind} ${to}`)
    expect(sent.sort()).toEqual([google.email, email].map((to) => `unfreezing ${to}`).sort())
    expect(people.mails.at(-1)?.lines).toContain('https://id.example/security')
  })

  test('a user with an address ends a freeze by a link, whatever login the vault has verified', async () => {
    const email = newAddress()
    const { caller, session } = await people.enterByEmail(email)
    const place = { caller, session: session! }
    await freeze(people.services, place.session)
    people.clock.addMs += 31_000
    await people.stepUp(place)
    expect(await end(place)).toMatchObject({ status: 'asked' })
    people.clock.addMs += dayMs + 1000
    expect(await frozen(place)).toEqual([true, true])
  })

  test('refuses a freeze that the user could not end here', async () => {
    const place = await enter(newUser())
    // A site's own login that has no page for a proof.
    const { queries } = people.services
    const own = eq(identities.userId, place.session.userId)
    await queries.update(identities).set({ provider: 'custom:acme' }).where(own)
    expect(await outcome(freeze(people.services, place.session))).toBe('change-conflict')
    expect(await frozen(place)).toEqual([false, false])
  })

  test('freezes an account exactly if its user can end the freeze at both servers', async () => {
    const provider = fc.constantFrom('facebook' as const, 'google' as const)
    const login = fc.record({ provider, hasAddress: fc.boolean() })
    const makeAccount = ({
      hasAddress,
      provider,
    }: {
      provider: 'facebook' | 'google'
      hasAddress: boolean
    }) => ({
      ...newUser(provider),
      ...(hasAddress && { email: newAddress() }),
    })
    const { socials } = people.services
    await fc.assert(
      fc.asyncProperty(
        fc.array(login, { minLength: 1, maxLength: 3 }),
        // After how many additions the vault was asked to count all logins.
        fc.nat(3),
        // Logins that the login server still offers.
        fc.subarray(['facebook', 'google'] as const),
        async (logins, restoreAfter, offered) => {
          const accounts = logins.map(makeAccount)
          const place = await enter(accounts[0]!)
          const { userId } = place.session
          await people.vault.giveWallet({ userId, jkt: place.caller.jkt })
          for (const [index, account] of accounts.entries()) {
            if (index > 0) await people.addSocial(place, account)
            if (index === restoreAfter) await people.letRestore(place)
          }
          const left = new Map([...socials].filter(([name]) => offered.includes(name as never)))
          Object.assign(people.services, { socials: left })
          try {
            const verdict = await outcome(freeze(people.services, place.session))
            const isFrozenNow = verdict === 'done'
            expect(await frozen(place)).toEqual([isFrozenNow, isFrozenNow])
            if (verdict !== 'done') {
              expect(verdict).toBe('change-conflict')
              // The same without the freeze.
              await people.vault.call(vaultFreeze, { userId }).catch(() => {})
              await freezeUser(people.services, userId)
            }
            const isVaultFrozen = (await frozen(place))[1]!
            people.clock.addMs += 31_000
            const canEnd = await endByAnyProof(place, accounts)
            expect(canEnd && isVaultFrozen).toBe(isFrozenNow)
          } finally {
            Object.assign(people.services, { socials })
          }
        },
      ),
      {
        numRuns: Number(process.env.MODEL_RUNS ?? 15),
        // The vault counts the first login alone, which is no longer offered here; a second one proves the user here alone.
        examples: [
          [
            [
              { provider: 'facebook', hasAddress: false },
              { provider: 'google', hasAddress: true },
            ],
            3,
            ['google'],
          ],
          [
            [
              { provider: 'facebook', hasAddress: false },
              { provider: 'google', hasAddress: false },
            ],
            1,
            ['google'],
          ],
        ],
      },
    )
  })

  /** Tries all that a user has to end a freeze: a code by mail, each account at a provider, a link of the vault. */
  async function endByAnyProof(place: Place, accounts: readonly Account[]): Promise<boolean> {
    for (const account of accounts) {
      if (!people.services.socials.has(account.provider as never)) continue
      await people.goTo(account, place.caller, 'step-up')
    }
    if (await findAddress(people.services, place.session.userId)) await people.stepUp(place)
    return (await outcome(end(place))) === 'done'
  }

  test('refuses a freeze that the vault could not end, since it knows the user by our word alone', async () => {
    const { deviceApproval } = people.services
    Object.assign(people.services, { deviceApproval: 'off' })
    try {
      const place = await enter(newUser())
      expect(await outcome(freeze(people.services, place.session))).toBe('change-conflict')
      expect(await frozen(place)).toEqual([false, false])
      // Without an answer of the vault it takes effect here, and the user tries again.
      people.state.isVaultAway = true
      expect(await outcome(freeze(people.services, place.session))).toBe('http-failed')
      expect(await frozen(place)).toEqual([true, false])
      people.state.isVaultAway = false
      expect(await outcome(freeze(people.services, place.session))).toBe('change-conflict')
      await people.stepUp(place)
      expect(await end(place)).toEqual({ status: 'begun' })
      people.clock.addMs += dayMs + 1000
      expect(await frozen(place)).toEqual([false, false])
    } finally {
      people.state.isVaultAway = false
      Object.assign(people.services, { deviceApproval })
    }
  })
})
