import { randomBytes } from 'node:crypto'
import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, openPeople, type People } from '../logins/people.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'

describe.each(testEngines)('a login at a provider that signs nothing, on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  test('needs the link in the mailbox that it had when it was added, whatever address the provider states now', async () => {
    const visit = fc.record({ hasMoved: fc.boolean(), isAdded: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 4 }), async (visits) => {
        const first = newAddress()
        const subject = randomBytes(6).toString('hex')
        const account: Account = { provider: 'github', subject, email: first }
        // The account's own login, or one that was added to it.
        const owner = await (visits[0]!.isAdded
          ? people.enterByEmail(newAddress())
          : people.enter(account))
        const place = { caller: owner.caller, session: owner.session! }
        if (visits[0]!.isAdded) await people.addSocial(place, account)
        for (const { hasMoved } of visits) {
          const before = people.vault.mails.length
          const now = hasMoved ? newAddress() : first
          const { session } = await people.enter({ ...account, email: now })
          const links = people.vault.mails.slice(before).filter(({ kind }) => kind === 'device')
          expect(links.map(({ to }) => to)).toEqual([first])
          expect(session?.userId).toBe(place.session.userId)
        }
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 10) },
    )
  })
})
