import { randomBytes, randomUUID } from 'node:crypto'
import { createReleaseKey } from '@foyer/protocol/custody'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identities } from '../database/schema.ts'
import { applyVaultEvent } from '../events/vaultEvents.ts'
import { type Account, openPeople, type People, type Place } from '../logins/people.test.kit.ts'
import { newChange, newFacts } from '../model/runSequence.test.kit.ts'
import { commit } from '../shares/commit.ts'
import { prepare } from '../shares/prepare.ts'
import { release } from '../shares/release.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { beginStepUp } from './stepUp.ts'

const [dayMs, yearMs] = [86_400_000, 366 * 86_400_000]
type Kind = Account['provider'] | 'email'
/** `email` is undefined for a login without an address. */
type Login = { provider: Kind; subject: string; email: string | undefined }

const newLogin = (provider: Kind): Login => ({
  ...{ provider, subject: randomBytes(6).toString('hex') },
  email: provider === 'facebook' ? undefined : newAddress(),
})
/** Ways to log in to one account: at most one of each kind, and no two with one address. */
const loginSet = fc.record({
  kinds: fc.shuffledSubarray<Kind>(['email', 'facebook', 'github', 'google'], { minLength: 1 }),
  /** How many there are already when the account wakes from a year; the next ones are held. */
  wakesAfter: fc.nat(4),
  /** Whose turn it is to log in in a new browser. */
  turn: fc.nat(3),
  /** The address at the provider is another one by now. */
  hasMoved: fc.boolean(),
})

describe.each(testEngines)('notices about an account, on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  const enter = ({ email, provider, subject }: Login, caller = people.newCaller()) =>
    provider === 'email'
      ? people.enterByEmail(email ?? '', caller)
      : people.enter({ provider, subject, ...(email !== undefined && { email }) }, caller)
  const add = (place: Place, { email, provider, subject }: Login) =>
    provider === 'email'
      ? people.addEmail(place, email ?? '')
      : people.addSocial(place, { provider, subject, ...(email !== undefined && { email }) })

  test('go to every address of the account, and a code to none whose login is held', async () => {
    await fc.assert(
      fc.asyncProperty(loginSet, async ({ hasMoved, kinds, turn, wakesAfter }) => {
        const { services } = people
        const logins = kinds.map(newLogin)
        const first = await enter(logins[0]!)
        let place: Place = { caller: first.caller, session: first.session! }
        const { userId } = place.session
        const change = newChange(newFacts(), 0)
        await prepare(services, change, place.session)
        await commit(services, { changeId: change.changeId }, place.session)
        for (const [index, login] of logins.entries()) {
          if (index === wakesAfter) {
            people.clock.addMs += yearMs
            const woken = await enter(logins[0]!)
            place = { caller: woken.caller, session: woken.session! }
          }
          if (index > 0) await add(place, login)
        }
        const addresses = logins.flatMap(({ email }) => email ?? [])
        /** Mails of this kind while something happens. */
        const told = async (kind: string, happens: () => Promise<unknown>) => {
          const before = people.mails.length
          await happens()
          const sent = people.mails.slice(before).filter((mail) => mail.kind === kind)
          return sent.map(({ to }) => to).sort()
        }
        const toAll = (...more: string[]) => [...addresses, ...more].sort()

        const known = logins.slice(0, wakesAfter === 0 ? 1 : wakesAfter)
        const used = { ...known[turn % known.length]! }
        const isElsewhere = hasMoved && used.provider === 'google'
        if (isElsewhere) used.email = newAddress()
        expect(await told('device-new', () => enter(used))).toEqual(
          isElsewhere ? toAll(used.email ?? '') : toAll(),
        )

        // A code to an address proves its reader.
        const rows = await services.queries
          .select()
          .from(identities)
          .where(eq(identities.userId, userId))
        const held = rows.filter(({ heldUntil }) => (heldUntil ?? 0) > people.now())
        expect(held).toHaveLength(logins.length - known.length)
        people.clock.addMs += 31_000
        const asked = await told('code-step-up', () =>
          beginStepUp(services, place.session, place.caller).catch((error: unknown) => {
            expect(error).toBeInstanceOf(HttpError)
          }),
        )
        const provable = known.flatMap(({ email, provider }) =>
          provider === 'email' ? [] : (email ?? []),
        )
        const own = known.find(({ provider }) => provider === 'email')?.email
        expect(asked).toEqual([own ?? provable[0] ?? []].flat())

        const owner = (await people.here(place)).session
        const next = newChange(change.wallet, 1)
        const [, device] = next.sets
        const set = { ...next, sets: [device!] }
        await prepare(services, set, owner)
        await commit(services, { changeId: set.changeId }, owner)
        const body = {
          ...{ setId: device!.setId, walletId: change.wallet.walletId, rid: randomUUID() },
          ...{ purpose: 'export' as const, epk: (await createReleaseKey()).epk },
        }
        const steppedUp = { ...owner, steppedUpUntil: people.now() + 300_000 }
        expect(await told('exported', () => release(services, body, steppedUp))).toEqual(toAll())
        const event = (kind: 'recovered-asserted' | 'frozen') =>
          applyVaultEvent(services, { id: randomUUID(), at: people.now(), kind, userId })
        expect(await told('asserted-recovery', () => event('recovered-asserted'))).toEqual(toAll())
        expect(await told('frozen', () => event('frozen'))).toEqual(toAll())
        people.clock.addMs += dayMs
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
    )
  })
})
