import { randomUUID } from 'node:crypto'
import { vaultKeepContacts, vaultReadContacts, vaultRestoreContact } from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { moreContacts } from '../database/schema.ts'
import { hmacOfContact } from './bindContact.ts'
import { sealText } from './contact.ts'

const newContact = (isEmail: boolean) =>
  isEmail
    ? ({ kind: 'email', email: `${randomUUID()}@shop.example` } as const)
    : ({ kind: 'social', provider: 'google', subject: randomUUID() } as const)

describe.each(testEngines)('contacts that are no login of the account, on %s', (engine) => {
  const nowMs = Date.parse('2026-11-28T12:00:00Z')
  let vault: Awaited<ReturnType<typeof createTestServices>>
  beforeAll(async () => {
    vault = await createTestServices({ engine, now: () => nowMs })
  })
  afterAll(() => vault?.stop())

  const more = fc.record({
    isEmail: fc.boolean(),
    isLogin: fc.boolean(),
    isRemoved: fc.boolean(),
  })

  test('go, the contact to which the user is bound stays, and removed ones can still be restored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(more, { maxLength: 5 }),
        fc.boolean(),
        async (given, isOwnLogin) => {
          const { services } = vault
          const own = newContact(true)
          const userId = await vault.addUser({ email: 'email' in own ? own.email : '' })
          const stranger = await vault.addUser({ email: `${randomUUID()}@shop.example` })
          const rows = given.map((row) => ({ ...row, contact: newContact(row.isEmail) }))
          const insert = async (owner: string, index: number) => {
            const { contact, isRemoved } = rows[index]!
            const sealed =
              contact.kind === 'email'
                ? await sealText(services.kms, { owner, text: contact.email })
                : undefined
            await services.queries.insert(moreContacts).values({
              ...{ id: randomUUID(), userId: owner, kind: contact.kind },
              contactHmac: hmacOfContact(services.hmacKey, contact),
              ...(sealed && { contactKid: sealed.kid, contactBlob: sealed.blob }),
              ...{ addedAt: index, removedAt: isRemoved ? nowMs - 1000 : null },
            })
          }
          for (const index of rows.keys())
            for (const owner of [userId, stranger]) await insert(owner, index)
          const read = async (owner: string) =>
            (
              await vault.call(vaultReadContacts, {
                userId: owner,
                contacts: [own, ...rows.map(({ contact }) => contact)],
              })
            ).approves
          const ofOthers = await read(stranger)

          const logins = rows.filter(({ isLogin }) => isLogin)
          const contacts = [...(isOwnLogin ? [own] : []), ...logins.map(({ contact }) => contact)]
          for (let time = 0; time < 2; time++)
            await vault.call(vaultKeepContacts, { userId, contacts })

          const kept = rows.map(({ isLogin, isRemoved }) => isLogin && !isRemoved)
          expect(await read(userId)).toEqual([true, ...kept])
          expect(await read(stranger)).toEqual(ofOthers)
          const left = await services.queries
            .select()
            .from(moreContacts)
            .where(eq(moreContacts.userId, userId))
          const counting = left.filter(({ removedAt }) => removedAt === null)
          expect(counting).toHaveLength(kept.filter(Boolean).length)
          for (const { contact, isLogin, isRemoved } of rows) {
            await vault.call(vaultRestoreContact, { userId, contact })
            const { approves } = await vault.call(vaultReadContacts, {
              userId,
              contacts: [contact],
            })
            expect(approves).toEqual([isRemoved || isLogin])
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
