import { randomUUID } from 'node:crypto'
import { recoveryContactAdd } from '@foyer/protocol/custody'
import { vaultSendLink } from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { freezeByLink } from '../links/decideLink.ts'
import { randomJkt } from '../startTestVault.test.kit.ts'
import { storeApproval } from './approvals.ts'
import { contactHmac, hmacOfContact } from './bindContact.ts'

const requester = { ip: '192.0.2.7', userAgent: 'Chrome/156', origin: 'https://shop.example' }
const newAddress = () => `${randomUUID()}@shop.example`
const emailContact = (email: string) => ({ kind: 'email', email }) as const
const newSocial = () => ({ kind: 'social', provider: 'google', subject: randomUUID() }) as const

describe.each(testEngines)('a contact that a device adds, on %s', (engine) => {
  const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
  let vault: Awaited<ReturnType<typeof createTestServices>>
  beforeAll(async () => {
    vault = await createTestServices({ engine, now: () => clock.nowMs })
  })
  afterAll(() => vault?.stop())

  /** A user who has approved this device of the wallet. */
  async function enter() {
    const [email, jkt] = [newAddress(), randomJkt()]
    const userId = await vault.addUser({ email })
    await vault.giveWallet({ userId, jkt })
    const add = async (contact: ReturnType<typeof emailContact> | ReturnType<typeof newSocial>) => {
      const { hmacKey, queries } = vault.services
      const [createdAt, expiresAt] = [clock.nowMs, clock.nowMs + 1000]
      for (const hmac of [contactHmac(hmacKey, email), hmacOfContact(hmacKey, contact)])
        await storeApproval(queries, { contactHmac: hmac, jkt, createdAt, expiresAt })
      return vault.call(recoveryContactAdd, { userId, contact }, { jkt })
    }
    return { add, email, userId }
  }
  const isFrozen = async (userId: string) => (await vault.readRow(userId))?.frozenAt != null

  test('is told to every address that the user had before, by a link that freezes the wallet', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), async (emails) => {
        const { add, email, userId } = await enter()
        const addresses = [email]
        let token = ''
        for (const isEmail of emails) {
          const contact = isEmail ? emailContact(newAddress()) : newSocial()
          const before = vault.mails.length
          expect(await add(contact)).toEqual({ status: 'added' })
          token = vault.newestToken()
          // It is there already.
          expect(await add(contact)).toEqual({ status: 'added' })
          const told = vault.mails.slice(before).map(({ kind, to }) => `${kind} ${to}`)
          expect(told.sort()).toEqual(addresses.map((to) => `contact-added ${to}`).sort())
          if (contact.kind === 'email') addresses.push(contact.email)
        }
        expect(await isFrozen(userId)).toBe(false)
        expect(await vault.decide(token)).toBe('approved')
        expect(await isFrozen(userId)).toBe(true)
      }),
    )
  })

  test('freezes nothing by a login with its address that is no user’s, and the own contact does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }), async (areOwn) => {
        const stranger = newAddress()
        const people = []
        for (const isOwn of areOwn) {
          const { add, userId } = await enter()
          await add(emailContact(stranger))
          people.push({ userId, isOwn: false })
          if (isOwn) people.push({ userId: await vault.addUser({ email: stranger }), isOwn })
        }
        clock.nowMs += 3_600_000
        await vault.call(vaultSendLink, { email: stranger, jkt: randomJkt(), requester })
        const token = vault.newestToken()
        expect(await vault.decide(token, 'deny')).toBe('denied')
        await freezeByLink(vault.services, token)
        for (const { isOwn, userId } of people) expect(await isFrozen(userId)).toBe(isOwn)
      }),
      { numRuns: 20 },
    )
  })
})
