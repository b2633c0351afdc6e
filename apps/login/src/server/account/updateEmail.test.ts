import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { readEmail } from './accountEmail.ts'
import { undoEmail } from './undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from './updateEmail.ts'

/** A browser of the user, and the change that was begun in it. */
type Browser = Awaited<ReturnType<typeof openBrowser>>

async function openBrowser(servers: TestServers, email: string) {
  servers.clock.addMs += 31_000
  const { caller, session } = await servers.logIn(email)
  if (!session) throw new Error('Nobody is logged in.')
  return {
    caller,
    session,
    change: { txnId: crypto.randomUUID() as string, to: '', otp: '' },
  }
}

const refusal = (error: unknown) => {
  if (error instanceof HttpError) return error.code
  throw error
}

describe.each(testEngines)('on %s', (engine) => {
  let servers: TestServers
  beforeAll(async () => {
    servers = await createTestServers(engine)
  })
  afterAll(() => servers?.stop())

  const userOf = ({ session }: Browser) => session.userId
  const emailNow = (browser: Browser) => readEmail(servers.services, userOf(browser))
  /** Keeps the code that a step has mailed to this address. */
  const keepCode = (browser: Browser, to: string) => {
    const mail = servers.mails.findLast((one) => one.to === to)
    browser.change.otp = mail ? servers.codeOf(mail) : ''
  }
  const begin = async (browser: Browser, to: string) => {
    const { caller, session } = browser
    const { txnId } = await beginEmailChange(servers.services, { email: to }, session, caller)
    browser.change = { txnId, to, otp: '' }
    keepCode(browser, await emailNow(browser))
  }
  const primary = async (browser: Browser) => {
    const { caller, change, session } = browser
    await provePrimary(servers.services, change, session, caller)
    keepCode(browser, change.to)
  }
  const secondary = ({ caller, change, session }: Browser) =>
    proveSecondary(servers.services, change, session, caller)
  const outcome = (run: Promise<unknown>) => run.then(() => 'done', refusal)

  test('[T73] ends a change that was allowed by an address once that address is replaced', async () => {
    const email = newAddress()
    const [thief, owner] = [await openBrowser(servers, email), await openBrowser(servers, email)]
    await begin(thief, newAddress())
    await primary(thief)
    const next = newAddress()
    await begin(owner, next)
    await primary(owner)
    await secondary(owner)
    expect(await outcome(secondary(thief))).toBe('resource-not-found')
    expect(await emailNow(owner)).toBe(next)
  })

  test('[T73] refuses a change that was begun while another one was saved, because the address that allowed it is replaced', async () => {
    const email = newAddress()
    const [thief, owner] = [await openBrowser(servers, email), await openBrowser(servers, email)]
    const { kms } = servers.services
    let goOn = () => {}
    const isSaved = new Promise<void>((resolve) => {
      goOn = resolve
    })
    // The slow request has read the old address, and decrypts it only after the other change.
    const unwrap: typeof kms.unwrap = async (...row) => {
      await isSaved
      return kms.unwrap(...row)
    }
    const to = newAddress()
    const { caller, session } = thief
    const slow = { ...servers.services, kms: { ...kms, unwrap } }
    const beginning = beginEmailChange(slow, { email: to }, session, caller)
    const next = newAddress()
    await begin(owner, next)
    await primary(owner)
    await secondary(owner)
    servers.clock.addMs += 31_000
    goOn()
    thief.change = { txnId: (await beginning).txnId, to, otp: '' }
    keepCode(thief, email)
    await primary(thief)
    expect(await outcome(secondary(thief))).toBe('input-invalid')
    expect(await emailNow(owner)).toBe(next)
  })

  test('[T73] an undo ends every open change of the account', async () => {
    const email = newAddress()
    const [owner, thief] = [await openBrowser(servers, email), await openBrowser(servers, email)]
    await begin(owner, newAddress())
    await primary(owner)
    await secondary(owner)
    await begin(thief, newAddress())
    await primary(thief)
    const notice = servers.mails.findLast(
      ({ kind, to }) => kind === 'email-changed' && to === email,
    )
    const { client } = owner.caller
    const undone = await undoEmail(servers.services, { token: servers.tokenOf(notice!) }, client)
    expect(undone).toEqual({ state: 'restored', recovery: 'same' })
    expect(await outcome(secondary(thief))).toBe('resource-not-found')
    expect(await emailNow(owner)).toBe(email)
  })

  test('[T73] an earlier address can restore the account after a second change; the address in between loses its rights', async () => {
    const [first, second, third] = [newAddress(), newAddress(), newAddress()]
    const owner = await openBrowser(servers, first)
    for (const next of [second, third]) {
      await begin(owner, next)
      await primary(owner)
      await secondary(owner)
      servers.clock.addMs += 1000
    }
    const undo = (email: string) => {
      const mail = servers.mails.findLast(
        ({ kind, to }) => kind === 'email-changed' && to === email,
      )
      return undoEmail(servers.services, { token: servers.tokenOf(mail!) }, owner.caller.client)
    }
    expect((await undo(first)).state).toBe('restored')
    expect(await emailNow(owner)).toBe(first)
    expect((await undo(second)).state).toBe('over')
    expect((await undo(first)).state).toBe('over')
    expect(await emailNow(owner)).toBe(first)
  })

  test('a replaced address can open no account and be used by no other one until its right to be restored ends', async () => {
    const [email, next] = [newAddress(), newAddress()]
    const owner = await openBrowser(servers, email)
    await begin(owner, next)
    await primary(owner)
    await secondary(owner)
    servers.clock.addMs += 31_000
    expect(await outcome(servers.logIn(email))).toBe('email-replaced')
    const other = await openBrowser(servers, newAddress())
    await begin(other, email)
    await primary(other)
    expect(await outcome(secondary(other))).toBe('action-not-allowed')
    servers.clock.addMs += 72 * 3_600_000
    const { session } = await servers.logIn(email)
    expect(session?.userId).toEqual(expect.not.stringMatching(userOf(owner)))
  })

  test('[T73] of several open changes, saves only one that was allowed by the current address while it is current', async () => {
    /** Steps of three browsers, one after the other or concurrently. */
    const step = fc.record({
      browser: fc.nat(2),
      act: fc.constantFrom('begin', 'primary', 'secondary', 'both', 'undo'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        let email = newAddress()
        const browsers = [
          await openBrowser(servers, email),
          await openBrowser(servers, email),
          await openBrowser(servers, email),
        ]
        /** Expected state: the progress of each browser's open change. */
        const open = new Map<Browser, 'primary' | 'secondary'>()
        const before: string[] = []
        for (const { act, browser: index } of steps) {
          const browser = browsers[index]!
          if (act === 'begin') {
            await begin(browser, newAddress())
            open.set(browser, 'primary')
          } else if (act === 'primary') {
            const isDone = (await outcome(primary(browser))) === 'done'
            expect(isDone).toBe(open.get(browser) === 'primary')
            if (isDone) open.set(browser, 'secondary')
          } else if (act === 'undo') {
            const last = before.pop()
            if (last === undefined) continue
            const mail = servers.mails.findLast(
              ({ kind, to }) => kind === 'email-changed' && to === last,
            )
            const undone = await undoEmail(
              servers.services,
              { token: servers.tokenOf(mail!) },
              browser.caller.client,
            )
            expect(undone.state).toBe('restored')
            email = last
            open.clear()
          } else {
            const two = act === 'both' ? [browser, browsers[(index + 1) % 3]!] : [browser]
            const able = two.filter((one) => open.get(one) === 'secondary')
            const ends = await Promise.all(two.map((one) => outcome(secondary(one))))
            const winners = two.filter((_, at) => ends[at] === 'done')
            expect(winners).toHaveLength(Math.min(1, able.length))
            if (winners[0]) {
              expect(able).toContain(winners[0])
              before.push(email)
              email = winners[0].change.to
              open.clear()
            }
          }
          expect(await emailNow(browser)).toBe(email)
        }
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 15) },
    )
  }, 600_000)
})
