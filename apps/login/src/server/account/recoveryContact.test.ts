import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { requireSession } from '../tokens/sessions.ts'
import { readEmail } from './accountEmail.ts'
import { moveRecovery, readContact } from './recoveryContact.ts'
import { undoEmail } from './undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from './updateEmail.ts'

/** Between two mails; of five an hour. */
const [halfMinute, quarter] = [31_000, 15 * 60_000]
const [linkLife, day] = [21 * 60_000, 24 * 3_600_000 + 60_000]

describe.each(testEngines)('on %s', (engine) => {
  let servers: TestServers
  beforeAll(async () => {
    servers = await createTestServers(engine)
  })
  afterAll(() => servers?.stop())

  const later = (ms: number) => {
    servers.clock.addMs += ms
  }
  const outcome = <result>(run: Promise<result>) =>
    run.catch((error: unknown) => {
      if (error instanceof HttpError) return error.code
      throw error
    })
  const newestTo = (to: string) => servers.codeOf(servers.mails.findLast((mail) => mail.to === to)!)

  /** A user, the mailboxes they read, and one browser where they are logged in. */
  async function openAccount(addresses: readonly string[]) {
    later(halfMinute)
    const { caller, session } = await servers.logIn(addresses[0]!)
    const { userId } = session!
    const { services } = servers
    const account = {
      userId,
      caller,
      email: () => readEmail(services, userId),
      contact: async () => (await readContact(services, userId))!,
      session: () => requireSession(services, account.caller.jkt),
      /** Logs in again after the session ended. */
      async present() {
        const found = await account.session().catch(() => undefined)
        if (found) return found
        later(halfMinute)
        const again = await servers.logIn(await account.email(), addresses)
        account.caller = again.caller
        return again.session!
      },
      async change(to: string, isVaultAway = false) {
        later(halfMinute)
        const before = await account.email()
        const current = await account.present()
        const { txnId } = await beginEmailChange(services, { email: to }, current, account.caller)
        // The vault may become unreachable after the first step, which needs it.
        servers.state.isVaultAway = isVaultAway
        const primary = { txnId, otp: newestTo(before) }
        await provePrimary(services, primary, current, account.caller)
        const secondary = { txnId, otp: newestTo(to) }
        return proveSecondary(services, secondary, current, account.caller)
      },
      async move() {
        const current = await account.present()
        later(halfMinute)
        return moveRecovery(services, current, account.caller)
      },
      /** Approves, or not, the newest mail of the vault of these kinds. */
      async open(to: string, kinds: readonly string[] = ['contact', 'restore']) {
        const mail = servers.vault.mails.findLast(
          (one) => one.to === to && kinds.includes(one.kind),
        )
        return mail && servers.decide(mail)
      },
      undo: (mail: (typeof servers.mails)[number]) =>
        undoEmail(services, { token: servers.tokenOf(mail) }, caller.client),
      /** Tells whether a new browser gets the wallet, for a user who reads these mailboxes. */
      async comesBack(email: string, reads: readonly string[]) {
        later(quarter)
        const other = await servers.logIn(email, reads)
        if (other.session?.userId !== userId) return false
        return servers.vault.allowsRecovery({ userId, jkt: other.caller.jkt })
      },
    }
    return account
  }
  const undoMails = (to: string) =>
    servers.mails.filter((mail) => mail.kind === 'email-changed' && mail.to === to)

  test('mails an expired link again; until the change is in force, a login on a new browser needs both mailboxes', async () => {
    const [old, next] = [newAddress(), newAddress()]
    const account = await openAccount([old])
    await account.change(next)
    expect(await account.contact()).toEqual({
      email: old,
      next: null,
      asked: { by: old, email: next, expiresAt: expect.any(Number) },
    })
    later(linkLife)
    expect(await account.open(old)).toBe('over')
    expect(await account.contact()).toEqual({ email: old, next: null, asked: null })
    expect(await account.comesBack(next, [next])).toBe(false)
    expect(await account.comesBack(next, [next, old])).toBe(true)
    later(halfMinute)
    expect(await account.move()).toMatchObject({ status: 'asked' })
    expect(await account.open(old)).toBe('approved')
    // The old address counts for a day, then the new one.
    expect(await account.contact()).toMatchObject({
      email: old,
      next: { email: next },
      asked: null,
    })
    expect(await account.comesBack(next, [next])).toBe(false)
    expect(await account.comesBack(next, [next, old])).toBe(true)
    later(day)
    expect(await account.contact()).toEqual({ email: next, next: null, asked: null })
    expect(await account.comesBack(next, [next])).toBe(true)
    expect(await account.move()).toEqual({ status: 'same' })
  })

  test('puts the number of a login into both of its links', async () => {
    const [old, next] = [newAddress(), newAddress()]
    const account = await openAccount([old])
    await account.change(next)
    later(halfMinute)
    const since = servers.mark()
    await servers.logIn(next, [])
    const [one] = servers.inbox(next, since).vault
    const [other] = servers.inbox(old, since).vault
    expect([one?.kind, other?.kind]).toEqual(['device', 'recovery'])
    expect(await servers.vault.numberOf(servers.tokenOf(other!))).toBe(
      await servers.vault.numberOf(servers.tokenOf(one!)),
    )
    // The existence of an account is not revealed.
    const stranger = servers.mark()
    await servers.logIn(newAddress(), [])
    expect(servers.vault.mails.slice(stranger.vault)).toHaveLength(1)
  })

  test('an undo restores the recovery address by one more link to the same address, at once and within 72 hours', async () => {
    const [old, next] = [newAddress(), newAddress()]
    const account = await openAccount([old])
    await account.change(next)
    expect(await account.open(old)).toBe('approved')
    later(2 * day)
    expect(await account.contact()).toEqual({ email: next, next: null, asked: null })
    const undone = await account.undo(undoMails(old)[0]!)
    expect(undone).toEqual({
      state: 'restored',
      recovery: 'asked',
      number: expect.stringMatching(/^\d{6}$/),
    })
    expect(await account.comesBack(old, [old])).toBe(false)
    expect(await account.open(old, ['restore'])).toBe('approved')
    expect(await account.contact()).toEqual({ email: old, next: null, asked: null })
    expect(await account.comesBack(old, [old])).toBe(true)
    expect(await servers.vault.readRow(account.userId)).toMatchObject({ previousUntil: null })
  })

  test('an undo voids a link of the vault that was not opened yet', async () => {
    const [old, next] = [newAddress(), newAddress()]
    const account = await openAccount([old])
    await account.change(next)
    expect(await account.undo(undoMails(old)[0]!)).toEqual({ state: 'restored', recovery: 'same' })
    expect(await account.open(old)).toBe('over')
    expect(await account.contact()).toEqual({ email: old, next: null, asked: null })
  })

  test('keeps an undo while the vault is unreachable, and requests the recovery address later', async () => {
    const [old, next] = [newAddress(), newAddress()]
    const account = await openAccount([old])
    await account.change(next)
    await account.open(old)
    later(day)
    servers.state.isVaultAway = true
    expect(await account.undo(undoMails(old)[0]!)).toEqual({
      state: 'restored',
      recovery: 'unknown',
    })
    servers.state.isVaultAway = false
    expect(await account.email()).toBe(old)
    expect(await account.comesBack(old, [old, next])).toBe(true)
    later(halfMinute)
    const again = await servers.logIn(old, [old])
    later(halfMinute)
    const moved = await moveRecovery(servers.services, again.session!, again.caller)
    expect(moved.status).toBe('asked')
    expect(await account.open(old, ['restore'])).toBe('approved')
    expect(await account.comesBack(old, [old])).toBe(true)
  })

  test('[T73] after any history, the mailboxes of the account and of recovery admit a new browser; a stolen session changes neither', async () => {
    const step = fc.record({
      act: fc.constantFrom(
        ...(['change', 'change', 'open', 'open', 'deny', 'undo', 'move', 'log-in'] as const),
        ...(['wait', 'wait', 'steal'] as const),
      ),
      at: fc.nat(20),
      isAway: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        servers.state.isVaultAway = false
        const own = [newAddress(), newAddress(), newAddress()]
        const account = await openAccount(own)
        later(halfMinute)
        const stolen = await servers.logIn(own[0]!, own)
        const thiefs = newAddress()
        const since = servers.mark()
        const state = async () => {
          const { contactHmac, previousHmac, previousUntil } =
            (await servers.vault.readRow(account.userId)) ?? {}
          return [await account.email(), contactHmac, previousHmac, previousUntil]
        }
        const acts: Record<
          (typeof steps)[number]['act'],
          (at: number, isAway: boolean) => Promise<unknown>
        > = {
          change: (at, isAway) => account.change(own[at % 3]!, isAway),
          move: () => account.move(),
          async open(at) {
            const mails = servers.vault.mails.slice(since.vault)
            const links = mails.filter(({ kind }) => kind === 'contact' || kind === 'restore')
            if (links.length > 0) await servers.decide(links[at % links.length]!)
          },
          async deny(at) {
            const mails = servers.vault.mails.slice(since.vault)
            const links = mails.filter(({ kind }) => kind === 'contact' || kind === 'restore')
            if (links.length > 0) await servers.decide(links[at % links.length]!, 'deny')
          },
          async undo(at, isAway) {
            servers.state.isVaultAway = isAway
            const mails = own.flatMap(undoMails)
            if (mails.length > 0) await account.undo(mails[at % mails.length]!)
          },
          'log-in': (at) => servers.logIn(own[at % 3]!, own),
          async wait(at) {
            later([linkLife, day, 3 * day][at % 3]!)
          },
          /** All that a session without a mailbox can try, and a mailbox of the thief's own. */
          async steal(at) {
            const before = await state()
            const { services } = servers
            const { caller } = stolen
            const session = await requireSession(services, caller.jkt)
            const begun = await outcome(
              beginEmailChange(services, { email: thiefs }, session, caller),
            )
            if (typeof begun === 'object') {
              const guess = { txnId: begun.txnId, otp: String(at).padStart(6, '0') }
              await outcome(provePrimary(services, guess, session, caller))
              await outcome(proveSecondary(services, guess, session, caller))
            }
            await outcome(moveRecovery(services, session, caller))
            await outcome(servers.logIn(thiefs, [thiefs], caller))
            for (const mail of servers.inbox(thiefs, since).vault) await servers.decide(mail)
            expect(await state()).toEqual(before)
          },
        }
        for (const { act, at, isAway } of steps) {
          later(halfMinute)
          await outcome(acts[act](at, isAway))
          servers.state.isVaultAway = false
          const { email, next } = await account.contact()
          for (const address of [await account.email(), email, next?.email ?? email])
            expect(own).toContain(address)
        }
        // Hourly mail limits are not under test.
        later(3_700_000)
        const [email, counting] = [await account.email(), (await account.contact()).email!]
        expect(await account.comesBack(email, [email, counting])).toBe(true)
        if (counting !== email) expect(await account.comesBack(email, [email])).toBe(false)
        later(3_700_000)
        const held = (await account.contact()).next
        if (held && held.email !== email) later(day)
        const moved = await account.move()
        if (moved.status === 'asked') {
          const { asked } = await account.contact()
          expect(asked).toMatchObject({ email })
          expect(await account.open(asked!.by)).toBe('approved')
        }
        later(day)
        expect(await account.contact()).toEqual({ email, next: null, asked: null })
        expect(await account.comesBack(email, [email])).toBe(true)
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 15) },
    )
  }, 900_000)
})
