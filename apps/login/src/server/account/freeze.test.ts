import { randomBytes } from 'node:crypto'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identities, users } from '../database/schema.ts'
import { type Account, openPeople, type People, type Place } from '../logins/people.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { freeze, unfreeze } from './freeze.ts'
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
  }, 120_000)
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
    expect(await end(place)).toEqual({ status: 'begun' })
    expect(await end(place)).toEqual({ status: 'begun' })
    people.clock.addMs += dayMs - 1000
    expect(await frozen(place)).toEqual([true, true])
    people.clock.addMs += 2000
    expect(await frozen(place)).toEqual([false, false])
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
