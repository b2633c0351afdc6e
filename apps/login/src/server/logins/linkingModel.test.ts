import { vaultReadContacts } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identities, loginUndos } from '../database/schema.ts'
import { contactOf } from './contactOf.ts'
import { listLogins } from './listLogins.ts'
import { type Account, openPeople, type People, type Place } from './people.test.kit.ts'
import { dropLogin } from './removeLogin.ts'
import { undoLogins } from './undoLogins.ts'

/** A step of a user, by numbers: the user, the browser and the login. */
type Step =
  | { do: 'enter'; login: number }
  | { do: 'recover'; login: number }
  | { do: 'add'; browser: number; login: number }
  | { do: 'remove'; browser: number; login: number }
  | { do: 'let-restore'; browser: number }
  | { do: 'undo'; mail: number }
  | { do: 'wait'; ms: number }

const logins = 6
const number = fc.nat({ max: 50 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enter' as const), login: number }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('add' as const), browser: number, login: number }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('remove' as const), browser: number, login: number }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('let-restore' as const), browser: number }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), mail: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('recover' as const), login: number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(86_400_000, 260_000_000, 400 * 86_400_000),
    }),
  },
)

/** Refusals are answers here: a wrong state shows in the invariants. */
const attempt = async <value>(run: () => Promise<value>): Promise<value | undefined> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return undefined
    throw error
  }
}

describe.each(testEngines)('on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  test('in any order of logins, additions, removals and undos an account has a way in, and each login one account at most', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        await run(steps, ++round)
      }),
      { numRuns: 20, seed: Number(process.env.FOYER_SEED ?? 1) },
    )
  })

  async function run(steps: readonly Step[], round: number): Promise<void> {
    const { queries } = people.services
    const tag = `${engine.toLowerCase()}-${round}`
    // Two addresses; an account at Google with the first of them, one with none; one whose address nobody vouches for; GitHub.
    const email = (index: number) => `m${index}-${tag}@mail.example`
    const accounts: Account[] = [
      { provider: 'google', subject: `g1-${tag}`, email: email(0) },
      { provider: 'google', subject: `g2-${tag}` },
      { provider: 'facebook', subject: `f1-${tag}`, email: email(1) },
      { provider: 'github', subject: `h1-${tag}`, email: `h-${tag}@mail.example` },
    ]
    const nameOf = (index: number) =>
      index < 2 ? { email: email(index) } : { account: accounts[index - 2]! }
    const browsers: Place[] = []
    const users = new Set<string>()
    const mailsFrom = people.mails.length

    const enter = async (login: number) => {
      const name = nameOf(login % logins)
      const owner = await ownerOf(name)
      const { caller, session } = (await attempt(() =>
        name.email === undefined ? people.enter(name.account) : people.enterByEmail(name.email),
      )) ?? { caller: undefined, session: undefined }
      if (!session || !caller) return undefined
      // A login opens the account to which it belonged, and no other one that existed.
      if (owner === undefined) expect(users).not.toContain(session.userId)
      else expect(session.userId).toBe(owner)
      users.add(session.userId)
      const place = { caller, session }
      const isRestored = await people.vault.allowsRecovery({
        userId: session.userId,
        jkt: caller.jkt,
      })
      return { name, isRestored, place }
    }
    const ownerOf = async ({ account, email }: ReturnType<typeof nameOf>) => {
      const rows = await queries.select().from(identities)
      for (const row of rows) {
        if (account && row.provider === account.provider && row.subject === account.subject)
          return row.userId
        if (
          email &&
          row.provider === 'email' &&
          (await contactOf(people.services, row)).kind === 'email'
        ) {
          const contact = await contactOf(people.services, row)
          if (contact.kind === 'email' && contact.email === email) return row.userId
        }
      }
      return undefined
    }
    const at = async (browser: number) => {
      const place = browsers[browser % Math.max(1, browsers.length)]
      return place && attempt(() => people.here(place))
    }

    for (const given of steps) {
      people.clock.addMs += 1
      if (given.do === 'enter') {
        const entered = await enter(given.login)
        if (!entered) continue
        browsers.push(entered.place)
        const { caller, session } = entered.place
        // The first browser makes the wallet; a later one restores it, if the vault lets it.
        if (entered.isRestored)
          await people.vault.giveWallet({ userId: session.userId, jkt: caller.jkt })
      } else if (given.do === 'add') {
        const place = await at(given.browser)
        if (!place) continue
        const { account, email } = nameOf(given.login % logins)
        await attempt<unknown>(() =>
          email === undefined ? people.addSocial(place, account) : people.addEmail(place, email),
        )
      } else if (given.do === 'remove') {
        const place = await at(given.browser)
        if (!place) continue
        const { logins: own } = await listLogins(people.services, place.session)
        await people.stepUp(place)
        const { session } = await people.here(place)
        await attempt(() =>
          dropLogin(people.services, { id: own[given.login % own.length]!.id }, session),
        )
      } else if (given.do === 'let-restore') {
        const place = await at(given.browser)
        if (place) await attempt(() => people.letRestore(place))
      } else if (given.do === 'undo') {
        const mails = people.mails
          .slice(mailsFrom)
          .filter(({ lines }) => lines.join().includes('/undo#t='))
        const mail = mails[given.mail % Math.max(1, mails.length)]
        if (mail) await undoLogins(people.services, { token: people.tokenOf(mail) })
      } else if (given.do === 'recover') {
        const entered = await enter(given.login)
        if (!entered) continue
        const { logins: own } = await listLogins(people.services, entered.place.session)
        const { account, email } = entered.name
        const used = own.find(({ contact, provider, userName }) =>
          email === undefined
            ? provider === account.provider &&
              (contact.kind === 'social' ? contact.subject : userName) === account.subject
            : provider === 'email',
        )
        // The page says exactly what the vault does.
        expect(entered.isRestored).toBe(used?.restores)
      } else people.clock.addMs += given.ms
      await expectInvariants(users)
    }
  }

  async function expectInvariants(users: ReadonlySet<string>): Promise<void> {
    const { queries } = people.services
    const rows = await queries.select().from(identities)
    const nowMs = people.now()
    const names = rows.map(({ provider, subject }) => `${provider}:${subject}`)
    expect(new Set(names).size).toBe(names.length)
    const removed = (await queries.select().from(loginUndos)).filter(
      ({ change, expiresAt }) => change === 'removed' && expiresAt > nowMs,
    )
    for (const row of removed)
      expect(names, 'a removed login belongs to nobody').not.toContain(
        `${row.provider}:${row.subject}`,
      )
    for (const userId of users) {
      const own = rows.filter((row) => row.userId === userId)
      const open = own.filter(({ heldUntil }) => heldUntil === null || heldUntil <= nowMs)
      expect(open.length, 'a way in').toBeGreaterThan(0)
      const contacts = await Promise.all(own.map((row) => contactOf(people.services, row)))
      const { approves } = await people.vault.call(vaultReadContacts, { userId, contacts })
      expect(approves, 'a login that restores the wallet').toContain(true)
      // Nothing approves at the vault that is no login here.
      const gone = await Promise.all(
        removed
          .filter((row) => row.userId === userId)
          .map((row) => contactOf(people.services, row)),
      )
      const left = gone.filter(
        (contact) => !contacts.some((one) => JSON.stringify(one) === JSON.stringify(contact)),
      )
      const { approves: stale } = await people.vault.call(vaultReadContacts, {
        userId,
        contacts: left,
      })
      expect(stale, 'a removed login restores nothing').not.toContain(true)
    }
  }
})
