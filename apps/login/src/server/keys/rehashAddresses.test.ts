import { postToken } from '@foyer/protocol/custody'
import {
  loginEmail,
  loginOtp,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
} from '@foyer/protocol/login'
import { verifyAudit } from '@foyer/server/database'
import { testEngines } from '@foyer/server/testDatabase'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { audit, identities } from '../database/schema.ts'
import { hmacKeyId } from '../hashes.ts'
import { start } from '../start.ts'
import {
  askForCode,
  giveWallet,
  logIn,
  newAddress,
  newSecret,
  nextCode,
  openDevice,
  startTestLogin,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

describe.each(testEngines)('replacing the pepper of address hashes on %s', (engine) => {
  const [old, next] = [newSecret(), newSecret()]
  let server: TestLogin
  /** Another process on the same database. */
  let twin: TestLogin | undefined
  beforeAll(async () => {
    // This process accepts the next key, and still writes with the old one.
    server = await startTestLogin({ engine, otpPepper: old, otpPepperSecond: next })
  })
  afterAll(async () => {
    await twin?.login.stop()
    await server?.stop()
  })
  const later = (ms: number) => {
    server.clock.addMs += ms
  }
  const begin = async (otpPepper: string, otpPepperSecond?: string): Promise<TestLogin> => {
    const heads = () => server.lines.filter((line) => line.includes('audit head')).length
    const before = heads()
    const { database } = server
    const login = await start({
      ...server.given,
      ...{ otpPepper, otpPepperSecond, port: 0 },
      database: { kind: 'open', database: { ...database, close: async () => {} } },
    })
    await vi.waitFor(() => expect(heads()).toBeGreaterThan(before))
    return { ...server, login }
  }
  const readTwin = async () => {
    twin ??= await begin(next, old)
    return twin
  }
  const whileHeld = async <result>(run: () => Promise<result>): Promise<result> => {
    const { running } = await server.database.queries.transaction(async (tx) => {
      await tx.execute(sql`lock table ${identities} in exclusive mode`)
      const running = run()
      const waiting = sql`select count(*)::int as count from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`
      const count = async () =>
        ((await tx.execute(waiting)) as { rows: { count: number }[] }).rows[0]?.count
      await expect.poll(count).toBe(2)
      return { running }
    })
    return running
  }
  const rowOf = async (userId: string) => {
    const rows = await server.database.queries
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
    expect(rows).toHaveLength(1)
    return rows[0]!
  }

  test("two processes with the keys in reverse order accept each other's pending codes, accounts, and changed and new addresses", async () => {
    const ada = await logIn(server)
    const before = await rowOf(ada.userId)
    expect(before.subjectKey).toBe(hmacKeyId(old))
    const underWay = await openDevice(server)
    const email = newAddress()
    const { otp, txnId } = await askForCode(server, underWay, email)
    // An address that is changed before the rehash, and restored after it.
    const bob = await logIn(server)
    const second = newAddress()
    later(31_000)
    let changeId = ''
    const primary = await nextCode(server, bob.email, async () => {
      ;({ txnId: changeId } = await bob.device.call(updateEmail, { email: second }))
    })
    const secondary = await nextCode(server, second, () =>
      bob.device.call(updateEmailPrimary, { txnId: changeId, otp: primary }),
    )
    await bob.device.call(updateEmailSecondary, { txnId: changeId, otp: secondary })

    const other = await readTwin()
    expect(await rowOf(ada.userId)).toMatchObject({ subjectKey: hmacKeyId(next) })
    expect((await rowOf(ada.userId)).subject).not.toBe(before.subject)
    const same = await openDevice(other, underWay.store)
    const { ticket } = await same.call(loginOtp, { txnId, otp })
    const { userId } = await same.call(postToken, { grant: 'login', ticket })
    later(31_000)
    // Each process finds the account, whichever process created it.
    expect((await logIn(server, { email })).userId).toBe(userId)
    expect((await logIn(server, { email: ada.email })).userId).toBe(ada.userId)
    const made = await logIn(server)
    later(31_000)
    expect((await logIn(other, { email: made.email })).userId).toBe(made.userId)
    const known = await openDevice(other, made.device.store)
    later(31_000)
    expect((await known.call(loginEmail, { email: made.email })).action).toBe('VERIFY_OTP')

    const [notice] = server.mail
      .inbox(bob.email)
      .filter(({ subject }) => subject.includes('was changed'))
    const undone = await fetch(`${other.login.url}/v1/undo`, {
      method: 'POST',
      headers: { origin: server.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token: notice!.links[0]!.split('#t=')[1] }),
    })
    expect(await undone.json()).toMatchObject({ state: 'restored' })
    later(31_000)
    expect((await logIn(other, { email: bob.email })).userId).toBe(bob.userId)
  })

  test('creates one account when a new address logs in at both processes at once', async () => {
    const other = await readTwin()
    const email = newAddress()
    const begun = async (at: TestLogin) => {
      const device = await openDevice(at)
      const code = await askForCode(at, device, email)
      later(31_000)
      return { device, ...code }
    }
    const codes = [await begun(server), await begun(other)]
    const end = () =>
      Promise.all(
        codes.map(async ({ device, otp, txnId }) => {
          const { ticket } = await device.call(loginOtp, { txnId, otp })
          return (await device.call(postToken, { grant: 'login', ticket })).userId
        }),
      )
    // The embedded engine runs one transaction at a time; the other one holds both until both have begun.
    const [userId, same] = await (engine === 'PGlite' ? end() : whileHeld(end))
    expect(same).toBe(userId)
    later(31_000)
    expect((await logIn(server, { email })).userId).toBe(userId)
    later(31_000)
    const asTyped = email.toUpperCase().replace('MAIL', 'mail')
    expect((await logIn(other, { email: asTyped })).userId).toBe(userId)
  })

  test('needs the old pepper after the rehash only to verify older rows of the audit log', async () => {
    const ada = await logIn(server)
    await giveWallet(server, ada)
    // First run: rows that the other process created in the meantime are rehashed too.
    const only = await begin(next, old).then(async ({ login }) => {
      await login.stop()
      return begin(next)
    })
    try {
      // A known browser: the vault reports its approval to the previous process.
      const known = await openDevice(only, ada.device.store)
      later(31_000)
      const { action, otp, txnId } = await askForCode(only, known, ada.email, null)
      expect(action).toBe('VERIFY_OTP')
      const { ticket } = await known.call(loginOtp, { txnId, otp })
      const { userId } = await known.call(postToken, { grant: 'login', ticket })
      expect(userId).toBe(ada.userId)
      const { queries } = server.database
      const keys = new Set((await queries.select().from(identities)).map((row) => row.subjectKey))
      expect([...keys]).toEqual([hmacKeyId(next)])
      expect((await verifyAudit(queries, audit, { keys: [next, old] })).brokenAt).toBeUndefined()
      expect((await verifyAudit(queries, audit, { keys: [next] })).brokenAt).toBeDefined()
    } finally {
      await only.login.stop()
    }
  })
})
