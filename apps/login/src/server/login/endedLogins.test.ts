import { vaultForgetDevice } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endDevice, endSessions } from '../account/devices.ts'
import { devices, identities } from '../database/schema.ts'
import { type Account, openPeople, type People, type Place } from '../logins/people.test.kit.ts'
import { dropLogin } from '../logins/removeLogin.ts'
import { newChange, newFacts } from '../model/runSequence.test.kit.ts'
import { commit } from '../shares/commit.ts'
import { prepare } from '../shares/prepare.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { findSession } from '../tokens/sessions.ts'
import { revoke as revokeTokens, token } from '../tokens/token.ts'
import { issueTicket } from './admitDevice.ts'
import { beginLogin } from './loginEmail.ts'
import { endLogin } from './loginOtp.ts'

const runs = Number(process.env.MODEL_RUNS ?? 0)
/** Refusals are outcomes, other errors are not. */
const allowRefusal = async <result>(call: Promise<result>): Promise<result | undefined> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}
const steps = [
  ...['begin', 'begin', 'approve', 'approve', 'code', 'code', 'redeem', 'redeem', 'google'],
  ...['revoke', 'everywhere', 'later', 'vault away', 'vault back', 'tell'],
  ...['code and revoke', 'code and everywhere', 'redeem and revoke', 'redeem and everywhere'],
] as const
type Step = (typeof steps)[number]

describe.each(testEngines)('a browser whose logins the owner ends, on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  /** Waits for some turns of the database. */
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++)
      await people.services.queries.select().from(devices).limit(1)
  }

  async function run(
    list: readonly Step[],
    { hasWallet, pause }: { hasWallet: boolean; pause: number },
  ) {
    const { services, state } = people
    const [email, google] = [newAddress(), { provider: 'google', subject: newAddress() } as Account]
    const owner = (await people.enterByEmail(email)) as Place
    await people.addSocial(owner, google)
    const { userId } = owner.session
    const thief = (await people.enterByEmail(email)) as Place
    const { caller } = thief
    if (hasWallet) {
      const change = newChange(newFacts(), 0)
      await prepare(services, change, thief.session)
      await commit(services, { changeId: change.changeId }, thief.session)
    }
    await revokeTokens(services, { sids: [thief.session.sid] }, caller)
    /** When something happened last, as the number of the step; the device was approved before the first. */
    const last = { begun: 0, approved: 0, revoked: -1, ended: -1 }
    let [turn, txnId, ticket] = [0, '', { text: '', begun: 0, isByLink: true }]
    let link: (typeof people.vault.mails)[number] | undefined
    const revokedAt: number[] = []
    const heard: number[] = []
    const { callVault } = services
    const record: typeof callVault = async (endpoint, body, rest) => {
      const answer = await callVault(endpoint, body, rest)
      if ((endpoint as object) === vaultForgetDevice) heard.push((body as { at: number }).at)
      return answer
    }
    Object.assign(services, { callVault: record })

    const ofThief = and(eq(devices.userId, userId), eq(devices.jkt, caller.jkt))
    const findDevice = async () => {
      const isLive = and(ofThief, isNull(devices.revokedAt))
      return (await services.queries.select().from(devices).where(isLive))[0]
    }
    const revoke = async () => {
      const device = await findDevice()
      if (!device) return
      const { deviceId } = device
      const session = { ...owner.session, steppedUpUntil: people.now() + 60_000 }
      if (!(await allowRefusal(endDevice(services, { deviceId }, session)))) return
      const [row] = await services.queries.select().from(devices).where(ofThief)
      // Admitted again at once, it would be a device that nobody revoked.
      expect(row).toMatchObject({ deviceId, revokedAt: expect.any(Number) })
      revokedAt.push(row!.revokedAt!)
      last.revoked = last.ended = turn
    }
    const everywhere = async () => {
      await endSessions(services, owner.session)
      last.ended = turn
    }
    const code = async () => {
      if (!txnId) return
      const ended = await allowRefusal(
        endLogin(services, { txnId, otp: people.codeFor(email) }, caller),
      )
      if (ended) ticket = { text: ended.ticket, begun: last.begun, isByLink: true }
    }
    const viaGoogle = async () => {
      const begun = turn
      const ended = await allowRefusal(people.goTo(google, caller))
      if (ended?.action === 'CONNECT') ticket = { text: ended.ticket, begun, isByLink: false }
    }
    const redeem = async () => {
      const { begun, isByLink, text } = ticket
      const made = await allowRefusal(token(services, { grant: 'login', ticket: text }, caller))
      return () => {
        if (!made) return
        expect(begun).toBeGreaterThan(last.ended)
        if (isByLink) expect(last.approved).toBeGreaterThan(last.revoked)
      }
    }
    /** Both at the same moment. A ticket that is redeemed first makes a session, which ends with the others. */
    const race = async (act: () => Promise<unknown>, end: () => Promise<void>) => {
      const isEnded = end === everywhere || (await findDevice()) !== undefined
      await Promise.all([act(), turns(pause).then(end)])
      if (isEnded) expect(await findSession(services, caller.jkt)).toBeUndefined()
    }
    const acts: Record<Step, () => Promise<unknown>> = {
      async begin() {
        people.clock.addMs += 31_000
        const since = people.mark()
        const begun = await allowRefusal(beginLogin(services, { email }, caller))
        if (begun === undefined || !('txnId' in begun)) return
        ;({ txnId } = begun)
        last.begun = turn
        link = people.inbox(email, since).vault.at(-1)
      },
      async approve() {
        if (!link || state.isVaultAway) return
        if ((await people.decide(link)) === 'approved') last.approved = turn
        link = undefined
      },
      code,
      redeem: async () => (await redeem())(),
      google: viaGoogle,
      revoke,
      everywhere,
      'code and revoke': () => race(code, revoke),
      'code and everywhere': () => race(code, everywhere),
      'redeem and revoke': () => race(redeem, revoke),
      'redeem and everywhere': () => race(redeem, everywhere),
      async later() {
        people.clock.addMs += 31_000
      },
      async 'vault away'() {
        state.isVaultAway = true
      },
      async 'vault back'() {
        state.isVaultAway = false
      },
      tell: () => services.vaultTeller.tell(),
    }
    try {
      for (const step of list) {
        turn++
        await acts[step]()
      }
      state.isVaultAway = false
      await services.vaultTeller.tell()
      for (const at of revokedAt) expect(heard).toContain(at)
      turn++
      if (ticket.begun <= last.ended) await acts.redeem()
    } finally {
      state.isVaultAway = false
      Object.assign(services, { callVault })
    }
  }

  test('comes back only by a login begun later, and after a revocation by a new link, of which the vault has heard', async () => {
    const list = fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 14 })
    const setting = fc.record({ hasWallet: fc.boolean(), pause: fc.nat(12) })
    await fc.assert(
      fc.asyncProperty(list, setting, (one, how) => run(one, how)),
      {
        numRuns: runs || 35,
        examples: [
          ...Array.from(
            { length: 13 },
            (_, pause): [Step[], { hasWallet: boolean; pause: number }] => [
              ['begin', 'code and everywhere', 'redeem', 'begin', 'code', 'redeem and everywhere'],
              { hasWallet: true, pause },
            ],
          ),
          [['begin', 'code', 'revoke', 'redeem'], { hasWallet: true, pause: 0 }],
          [['begin', 'code', 'everywhere', 'redeem'], { hasWallet: true, pause: 0 }],
          [['begin', 'everywhere', 'code', 'redeem'], { hasWallet: true, pause: 0 }],
          [['revoke', 'begin', 'code', 'redeem'], { hasWallet: false, pause: 0 }],
          [
            ['vault away', 'revoke', 'vault back', 'begin', 'approve', 'code', 'tell'],
            { hasWallet: false, pause: 0 },
          ],
        ],
      },
    )
  })

  test('gets no ticket by a login that is removed at the same moment', async () => {
    const { services } = people
    await fc.assert(
      fc.asyncProperty(fc.nat(40), async (pause) => {
        const google = { provider: 'google', subject: newAddress() } as Account
        const owner = (await people.enterByEmail(newAddress())) as Place
        await people.addSocial(owner, google)
        const caller = people.newCaller()
        await people.stepUp(owner)
        const { session } = await people.here(owner)
        const which = and(eq(identities.userId, session.userId), eq(identities.provider, 'google'))
        const [login] = await services.queries.select().from(identities).where(which)
        const [ended] = await Promise.all([
          allowRefusal(people.goTo(google, caller)),
          turns(pause).then(() => dropLogin(services, { id: login!.id }, session)),
        ])
        if (ended?.action !== 'CONNECT') return
        const grant = { grant: 'login', ticket: ended.ticket } as const
        expect(await allowRefusal(token(services, grant, caller))).toBeUndefined()
      }),
      { numRuns: runs || 15 },
    )
  })

  test('error: redeems no ticket of a device that is revoked', async () => {
    const { services } = people
    const { caller, session } = (await people.enterByEmail(newAddress())) as Place
    const ticket = await issueTicket(services.queries, { ...session, nowMs: people.now() })
    await services.queries.update(devices).set({ revokedAt: 1 }).where(eq(devices.jkt, caller.jkt))
    const grant = { grant: 'login', ticket } as const
    await expect(token(services, grant, caller)).rejects.toMatchObject({ code: 'token-invalid' })
  })
})
