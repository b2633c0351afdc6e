import { recoveryContactAdd } from '@foyer/protocol/custody'
import { vaultReadContacts, vaultSendLink } from '@foyer/protocol/vault'
import { HttpError, type Mail } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endDevice, endSessions } from '../account/devices.ts'
import { undoEmail } from '../account/undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from '../account/updateEmail.ts'
import { devices } from '../database/schema.ts'
import { contactOf } from './contactOf.ts'
import { listLogins, readIdentities } from './listLogins.ts'
import { type Account, openPeople, type People, type Place } from './people.test.kit.ts'
import { dropLogin } from './removeLogin.ts'
import { undoLogins } from './undoLogins.ts'

/** Reactions of the owner to a stranger in a browser of the wallet. */
const answers = ['revoke', 'sign out everywhere', 'undo'] as const

const requester = {
  ...{ ip: '192.0.2.1', origin: 'https://shop.example' },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
}

describe.each(testEngines)('on %s', (engine) => {
  let people: People
  let round = 0
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  const approvalsOf = async ({ session: { userId } }: Place) => {
    const rows = await readIdentities(people.services.queries, userId)
    const contacts = await Promise.all(rows.map((row) => contactOf(people.services, row)))
    const { approves } = await people.vault.call(vaultReadContacts, { userId, contacts })
    return Object.fromEntries(rows.map(({ provider }, index) => [provider, approves[index]]))
  }

  const mailedUndo =
    (email: string) =>
    ({ lines, to }: Mail) =>
      to === email && lines.join().includes('/undo#t=')
  const undo = async (mail: Mail | undefined) => {
    const token = people.tokenOf(mail!)
    const { client } = people.newCaller()
    const { state } =
      mail!.kind === 'email-changed'
        ? await undoEmail(people.services, { token }, client)
        : await undoLogins(people.services, { token })
    return state
  }
  async function replaceEmail(place: Place, { email, next }: { email: string; next: string }) {
    people.clock.addMs += 31_000
    const { services } = people
    const { caller, session } = await people.here(place)
    const { txnId } = await beginEmailChange(services, { email: next }, session, caller)
    await provePrimary(services, { txnId, otp: people.codeFor(email) }, session, caller)
    await proveSecondary(services, { txnId, otp: people.codeFor(next) }, session, caller)
  }

  test('[T120] a contact that a browser added at the vault alone ends with that browser, after any change of the logins, and no login stops restoring the wallet', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...answers),
        fc.constantFrom('none', 'email', 'google', 'replaced'),
        fc.subarray(['google', 'facebook'] as const),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (answer, removed, added, isVaultAway, isVaultLate, wasLogin, isFirst) => {
          people.state.isVaultAway = false
          const tag = `${engine.toLowerCase()}-planted-${++round}`
          const email = `m-${tag}@mail.example`
          const { caller, session } = await people.enterByEmail(email)
          const place = { caller, session: session! }
          const { userId } = place.session
          await people.vault.giveWallet({ userId, jkt: caller.jkt })
          const accountOf = (provider: Account['provider']) => ({
            ...{ provider, subject: `${provider}-${tag}` },
            email: `${provider}-${tag}@mail.example`,
          })
          // A stranger in this browser approves it from a mailbox of their own.
          const stranger = `x-${tag}@mail.example`
          const contact = { kind: 'email', email: stranger } as const
          const add = { userId, contact }
          const plant = async () => {
            people.clock.addMs += 31_000
            await people.vault.call(vaultSendLink, { email: stranger, jkt: caller.jkt, requester })
            const asked = people.vault.mails.findLast(({ to }) => to === stranger)
            expect(await people.decide(asked!)).toBe('approved')
            const { status } = await people.vault.call(recoveryContactAdd, add, { jkt: caller.jkt })
            expect(status).toBe('added')
          }
          const isPlanted = async () =>
            (await people.vault.call(vaultReadContacts, { userId, contacts: [contact] }))
              .approves[0]
          if (isFirst) await plant()

          for (const provider of new Set([...added, 'facebook' as const]))
            await people.addSocial(place, accountOf(provider))
          // In other browsers, which end with the login.
          for (const provider of added) await people.enter(accountOf(provider))
          await people.letRestore(place)
          const before = await approvalsOf(place)
          expect(Object.values(before)).not.toContain(false)

          // The stranger changes the owner's logins, too.
          const removeLogin = async (provider: string, services = people.services) => {
            await people.stepUp(place)
            const { session } = await people.here(place)
            const { logins } = await listLogins(services, session)
            const { id } = logins.find((login) => login.provider === provider)!
            return dropLogin(services, { id }, session)
          }
          if (wasLogin) {
            const account = { provider: 'github', subject: `x-${tag}`, email: stranger } as const
            await people.addSocial(place, account)
            await people.letRestore(place)
            await removeLogin('github')
          }
          await plant()
          expect(await isPlanted()).toBe(true)
          // The vault hears of the removal only after what the owner does.
          const silent = { ...people.services.vaultTeller, tell: async () => {} }
          const gone = removed in before
          if (gone)
            await removeLogin(
              removed,
              isVaultLate ? { ...people.services, vaultTeller: silent } : people.services,
            ).catch((error: unknown) =>
              expect([error, isVaultLate]).toEqual([expect.any(HttpError), true]),
            )
          if (removed === 'replaced')
            await replaceEmail(place, { email, next: `y-${tag}@mail.example` })

          // Once more, as far as the evidence still goes.
          await people.vault.call(recoveryContactAdd, add, { jkt: caller.jkt })
          const wasPlanted = await isPlanted()
          if (!gone) expect(wasPlanted).toBe(true)

          await people.stepUp(place)
          const { session: raised } = await people.here(place)
          people.state.isVaultAway = isVaultAway
          people.clock.addMs += 1000
          if (answer === 'undo') {
            // The oldest link takes everything back.
            expect(await undo(people.mails.find(mailedUndo(email)))).not.toBe('over')
          } else if (answer === 'revoke') {
            const [device] = await people.services.queries
              .select()
              .from(devices)
              .where(eq(devices.jkt, caller.jkt))
            await endDevice(people.services, { deviceId: device!.deviceId }, raised)
          } else await endSessions(people.services, raised)
          expect(await isPlanted()).toBe(isVaultAway && wasPlanted)
          people.state.isVaultAway = false
          await people.services.vaultTeller.tell()
          expect(await isPlanted()).toBe(false)
          if (removed !== 'replaced' || answer === 'undo')
            expect(Object.values(await approvalsOf(place))).not.toContain(false)
          if (answer === 'undo' || (removed !== 'replaced' && !gone)) return
          // After the undo, every login restores the wallet as before.
          const newest = people.mails.findLast(mailedUndo(email))
          expect(await undo(newest)).not.toBe('over')
          expect(await approvalsOf(place)).toEqual(before)
        },
      ),
      {
        numRuns: 25,
        // It would take the place of the owner's address.
        examples: [['revoke', 'email', [], false, false, false, true]],
      },
    )
  })
})
