import { randomBytes, randomUUID } from 'node:crypto'
import type { ResponseOf } from '@foyer/protocol'
import type { loginEmail } from '@foyer/protocol/login'
import { vaultReadLink } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../auth/caller.ts'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { codes, devices, shares, tickets, txns, users, wallets } from '../database/schema.ts'
import { emailHmac } from '../hashes.ts'
import type { Services } from '../services.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { requireSession } from '../tokens/sessions.ts'
import { consumeCode, hasManyWrongCodes, newCode } from './codes.ts'
import { approveLink, awaitDevice, denyLink } from './loginDevice.ts'
import { beginLogin } from './loginEmail.ts'
import { endLogin, takeCodeRates } from './loginOtp.ts'
import { padDuration } from './padDuration.ts'
import { takeMailRates } from './takeMailRates.ts'
import { createTxn, readTxn } from './txn.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const site = { projectId: 'p', origin: 'https://shop.example' }
let servers: TestServers
/** As the servers', with a project and few wrong codes. */
let services: Services
beforeAll(async () => {
  servers = await createTestServers('PGlite', { limits: { wrongCodesOfAddress: 3 } })
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  const admit = async (projectId: string) => {
    if (projectId !== site.projectId) throw new HttpError(401, 'unauthorized', 'invalid key')
    return {} as never
  }
  services = { ...servers.services, projects: { admit } as never }
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 7 * day
  servers.state.isVaultAway = false
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const later = (ms: number) => {
  servers.clock.addMs += ms
}
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const begin = (
  email: string,
  caller: Caller,
  more: { site?: typeof site; services?: Services } = {},
): Promise<ResponseOf<typeof loginEmail>> =>
  beginLogin(more.services ?? services, { email, ...(more.site && { site: more.site }) }, caller)
const end = (txnId: string, otp: string, caller: Caller) =>
  endLogin(services, { txnId, otp }, caller)
const wrongOf = (otp: string) => (otp === '000000' ? '000001' : '000000')
const txnOf = async (txnId: string) => {
  const [row] = await services.queries.select().from(txns).where(eq(txns.txnId, txnId))
  return row!
}
/** A new address and browser whose link was approved just now. */
async function approved(more: { site?: typeof site } = {}) {
  const [email, caller] = [newAddress(), servers.newCaller()]
  const since = servers.mark()
  const begun = await begin(email, caller, more)
  if (begun.action !== 'VERIFY_DEVICE') throw new Error(begun.action)
  await servers.decide(servers.inbox(email, since).vault[0]!)
  const { txnId } = begun
  return { ...{ caller, email, txnId }, otp: servers.codeFor(email) }
}

describe('a one-time code', () => {
  const open = async () => {
    const [txnId, email] = [randomUUID(), newAddress()]
    const hmac = emailHmac(services, email)
    const owner = { txnId, purpose: 'login' } as const
    const code = await newCode(services, services.queries, owner)
    const consume = (otp: string, purpose: 'login' | 'step-up' = 'login') =>
      outcome(consumeCode(services, { txnId, purpose, otp, emailHmac: hmac }))
    return { code, consume, hmac, owner }
  }

  test('has six digits, and is valid once, for ten minutes and for its purpose only', async () => {
    const { code, consume } = await open()
    expect(code).toMatch(/^\d{6}$/)
    expect(await consume(code, 'step-up')).toBe('input-invalid')
    later(10 * minute)
    expect(await consume(code)).toBe('input-invalid')
    later(-1)
    expect(await consume(code)).toBe('done')
    expect(await consume(code)).toBe('input-invalid')
  })

  test('allows five tries; a newer code allows five again', async () => {
    const { code, consume, owner } = await open()
    for (const _ of [1, 2, 3, 4]) expect(await consume(wrongOf(code))).toBe('input-invalid')
    expect(await consume(code)).toBe('done')
    const other = await open()
    for (const _ of [1, 2, 3, 4, 5]) await other.consume(wrongOf(other.code))
    expect(await other.consume(other.code)).toBe('input-invalid')
    const next = await newCode(services, services.queries, other.owner)
    if (next !== other.code) expect(await other.consume(other.code)).toBe('input-invalid')
    expect(await other.consume(next)).toBe('done')
    expect(owner.txnId).not.toBe(other.owner.txnId)
  })

  test('counts wrong tries per address for a day, and raises an alarm at the third', async () => {
    const { code, consume, hmac } = await open()
    const refused = async () => (await services.metrics.codes.get()).values[0]?.value ?? 0
    const before = await refused()
    const alarms = () => servers.lines.filter((line) => line.includes('"alarm":"codes"')).length
    const already = alarms()
    const many = () => hasManyWrongCodes(services, [emailHmac(services, newAddress()), hmac])
    for (const _ of [1, 2]) await consume(wrongOf(code))
    expect([await many(), alarms() - already]).toEqual([false, 0])
    await consume(wrongOf(code))
    expect([await many(), alarms() - already, (await refused()) - before]).toEqual([true, 1, 3])
    expect(await hasManyWrongCodes(services, [])).toBe(false)
    later(day - 1)
    expect(await many()).toBe(true)
    later(1)
    expect(await many()).toBe(false)
  })
})

describe('a login transaction', () => {
  const facts = (caller: Caller) =>
    ({ kind: 'step-up', step: 'code', jkt: caller.jkt, client: caller.client }) as const

  test('is found by its device and kind for twenty minutes', async () => {
    const caller = servers.newCaller()
    const txn = await createTxn(services, { ...facts(caller), email: newAddress() })
    const { jkt, txnId } = txn
    const read = (more: object = {}) =>
      outcome(readTxn(services, { txnId, jkt, kind: 'step-up', ...more }))
    expect(txn).toMatchObject({ browser: 'Chrome on Linux', createdAt: servers.now() })
    for (const other of [{ txnId: randomUUID() }, { jkt: 'x' }, { kind: 'login' }])
      expect(await read(other)).toBe('resource-not-found')
    later(20 * minute - 1)
    expect(await read()).toBe('done')
    later(1)
    expect(await read()).toBe('resource-not-found')
  })

  test('ends the previous one of the same device and kind, with its code', async () => {
    const [caller, other] = [servers.newCaller(), servers.newCaller()]
    const email = newAddress()
    const put = async (more: Parameters<typeof createTxn>[1]) => {
      const { jkt, kind, txnId } = await createTxn(services, more)
      await newCode(services, services.queries, { txnId, purpose: 'step-up' })
      return async () => {
        const rows = await services.queries.select().from(codes).where(eq(codes.txnId, txnId))
        return [await outcome(readTxn(services, { txnId, jkt, kind })), rows.length]
      }
    }
    const kept = [
      await put({ ...facts(other), email }),
      await put({ ...facts(caller), kind: 'login', email }),
    ]
    const ended = await put({ ...facts(caller), email })
    const next = await put({ ...facts(caller), email })
    expect(await ended()).toEqual(['resource-not-found', 0])
    for (const one of [...kept, next]) expect(await one()).toEqual(['done', 1])
  })
})

describe('beginning a login', () => {
  test('asks a new browser to open a link, whose mail names the site or the login origin', async () => {
    const [email, caller] = [newAddress(), servers.newCaller()]
    const asked: unknown[] = []
    const callVault: Services['callVault'] = (endpoint, body, rest) => {
      asked.push(body)
      return servers.services.callVault(endpoint, body, rest)
    }
    const begun = await begin(email, caller, { site, services: { ...services, callVault } })
    if (begun.action !== 'VERIFY_DEVICE') throw new Error(begun.action)
    const { expiresAt, number, txnId } = begun
    expect([expiresAt, number]).toEqual([
      servers.now() + 20 * minute,
      expect.stringMatching(/^\d{6}$/),
    ])
    const { ip, language, userAgent } = caller.client
    const requester = { ip, language, userAgent, origin: site.origin }
    expect(asked).toEqual([{ email, jkt: caller.jkt, requester, work: {} }])
    expect(await txnOf(txnId)).toMatchObject({
      ...{ step: 'device', ...site, approvedAt: null, userId: null },
    })
    await begin(newAddress(), servers.newCaller(), { services: { ...services, callVault } })
    expect(asked.at(-1)).toMatchObject({ requester: { origin: 'https://id.example' } })
  })

  test('error: is refused for a project that is not allowed, before anything is counted or mailed', async () => {
    const since = servers.mark()
    const wrong = { ...site, projectId: 'other' }
    expect(await outcome(begin(newAddress(), servers.newCaller(), { site: wrong }))).toBe(
      'unauthorized',
    )
    expect(servers.mark()).toEqual(since)
  })

  test.each([
    [new HttpError(429, 'limit-exceeded', '', { retryAfterMs: 7000 }), 'limit-exceeded', 7000],
    [new HttpError(429, 'limit-exceeded', ''), 'limit-exceeded', 30_000],
    [new HttpError(503, 'http-failed', '', { retryAfterMs: 5000 }), 'http-failed', 5000],
  ])('error: passes on a refusal by the vault: %s', async (error, code, retryAfterMs) => {
    const callVault = () => Promise.reject(error)
    await expect(
      begin(newAddress(), servers.newCaller(), { services: { ...services, callVault } }),
    ).rejects.toMatchObject({ status: error.status, code, retryAfterMs })
  })

  test('needs no second link within twenty minutes of an approval', async () => {
    for (const [ms, action] of [
      [20 * minute - 1, 'VERIFY_OTP'],
      [20 * minute, 'VERIFY_DEVICE'],
    ] as const) {
      const { caller, email } = await approved()
      later(31_000)
      // Another address, or another browser, is not approved by it.
      expect((await begin(newAddress(), caller)).action).toBe('VERIFY_DEVICE')
      expect((await begin(email, servers.newCaller())).action).toBe('VERIFY_DEVICE')
      later(ms - 31_000)
      expect([ms, (await begin(email, caller)).action]).toEqual([ms, action])
    }
  })

  test('needs the link again after wrong codes for the address, even when device approval is off', async () => {
    const { caller, email, otp, txnId } = await approved()
    for (const _ of [1, 2]) await outcome(end(txnId, wrongOf(otp), caller))
    later(31_000)
    expect((await begin(email, caller)).action).toBe('VERIFY_OTP')
    const again = await begin(email, caller)
    if (again.action !== 'VERIFY_OTP') throw new Error(again.action)
    await outcome(end(again.txnId, wrongOf(servers.codeFor(email)), caller))
    later(31_000)
    expect((await begin(email, caller)).action).toBe('VERIFY_DEVICE')
    const off = { ...services, deviceApproval: 'off' as const }
    later(31_000)
    expect((await begin(email, caller, { services: off })).action).toBe('VERIFY_DEVICE')
    expect((await begin(newAddress(), caller, { services: off })).action).toBe('VERIFY_OTP')
  })

  /** A wallet with one set. */
  const putWallet = async (userId: string, set: Partial<typeof shares.$inferInsert>) => {
    const walletId = randomUUID()
    const { queries } = services
    const facts = { evm: '', sol: '', fp: '', epoch: 1, mode: 'auto' as const, createdAt: 0 }
    await queries.insert(wallets).values({ walletId, userId, ...facts })
    await queries.insert(shares).values({
      ...{ setId: randomUUID(), changeId: '', userId, walletId, kind: 'device', jkt: '' },
      ...{ epoch: 1, kid: '', edk: '', ct: '', createdAt: 0, committedAt: 1, ...set },
    })
  }

  test('asks a known browser only for the code while it holds a share set of the wallet', async () => {
    for (const [set, action] of [
      [{}, 'VERIFY_OTP'],
      [{ jkt: 'another' }, 'VERIFY_DEVICE'],
      [{ kind: 'recovery' as const }, 'VERIFY_DEVICE'],
      [{ committedAt: null }, 'VERIFY_DEVICE'],
    ] as const) {
      const { caller, email, otp, txnId } = await approved()
      await end(txnId, otp, caller)
      const { userId } = await txnOf(txnId)
      await putWallet(userId!, { jkt: caller.jkt, ...set })
      later(20 * minute)
      expect([set, (await begin(email, caller)).action]).toEqual([set, action])
    }
  })

  test.each([
    ['revoked', 'VERIFY_DEVICE'],
    ['not bound', 'VERIFY_DEVICE'],
    ['without a wallet', 'VERIFY_DEVICE'],
    ['known', 'VERIFY_OTP'],
  ])('asks a browser that is %s for %s', async (state, action) => {
    const { caller, email, otp, txnId } = await approved()
    await end(txnId, otp, caller)
    const { userId } = await txnOf(txnId)
    const { queries } = services
    if (state !== 'without a wallet') await putWallet(userId!, { jkt: caller.jkt })
    if (state === 'revoked')
      await queries.update(devices).set({ revokedAt: 1 }).where(eq(devices.jkt, caller.jkt))
    if (state === 'not bound')
      await queries.update(users).set({ boundAt: null }).where(eq(users.userId, userId!))
    later(20 * minute)
    expect((await begin(email, caller)).action).toBe(action)
  })

  test('connects at once when the user is logged in on this site in this browser, with a wallet or a recent approval', async () => {
    const caller = servers.newCaller()
    const email = newAddress()
    const { session } = await servers.logIn(email, [email], caller)
    const { userId } = session!
    expect(await begin(email, caller)).toEqual({ action: 'CONNECT' })
    // Not for another user, on another site, or in another browser.
    for (const [to, by, more] of [
      [newAddress(), caller, {}],
      [email, caller, { site }],
      [email, servers.newCaller(), {}],
    ] as const) {
      later(31_000)
      expect((await begin(to, by, more)).action).not.toBe('CONNECT')
    }
    later(-93_000)
    later(20 * minute - 1)
    expect((await begin(email, caller)).action).toBe('CONNECT')
    later(1)
    expect((await begin(email, caller)).action).toBe('VERIFY_DEVICE')
    await putWallet(userId, { jkt: caller.jkt })
    expect((await begin(email, caller)).action).toBe('CONNECT')
  })
})

describe('the rate limits of mails', () => {
  const ask = async (
    limits: Partial<Services['limits']>,
    asks: { ip?: string; network?: string; to?: string; projectId?: string }[],
  ) => {
    const client = servers.newCaller().client
    const results = []
    for (const { ip = client.ip, network = client.network, projectId, to } of asks)
      results.push(
        await outcome(
          takeMailRates(
            { ...services, limits: { ...services.limits, ...limits } },
            {
              client: { ...client, ip, network },
              emailHmac: emailHmac(services, to ?? newAddress()),
              ...(projectId !== undefined && { projectId }),
            },
          ),
        ),
      )
    return results
  }
  const twice = { limit: 2, windowMs: 10 * minute }
  /** Addresses of one IPv6 network: another one for each call, in the /64 of a line. */
  const newAddresses = () => {
    const prefix = `2001:db8:${randomBytes(2).toString('hex')}`
    let count = 0
    return (line: number) => ({
      ...{ ip: `${prefix}:${line}::${++count}`, network: `${prefix}::/48` },
    })
  }

  test.each([
    ['mailsOfClientPer10Min', 10 * minute],
    ['mailsOfClientPerDay', day],
  ] as const)(
    'count per IP address, and more generously per network: %s',
    async (name, windowMs) => {
      const here = newAddresses()
      const limits = { [name]: { limit: 2, windowMs }, addressesOfNetwork: 2 }
      expect(await ask(limits, [here(1), here(1), here(1)])).toEqual([
        ...['done', 'done', 'limit-exceeded'],
      ])
      expect(await ask(limits, [here(2), here(3)])).toEqual(['done', 'done'])
      expect(await ask(limits, [here(4)])).toEqual(['limit-exceeded'])
      later(windowMs)
      expect(await ask(limits, [here(1)])).toEqual(['done'])
    },
  )

  test('count per project and per e-mail address; the error for an address names the seconds left', async () => {
    const limits = { mailsOfProjectPerHour: twice }
    const project = { projectId: randomUUID() }
    expect(await ask(limits, [project, project, project, {}])).toEqual([
      ...['done', 'done', 'limit-exceeded', 'done'],
    ])
    const to = newAddress()
    const address = { limit: 1, windowMs: 30_000 }
    const perHalfMinute = { mailsOfEmailPer30s: address }
    expect(await ask(perHalfMinute, [{ to }, { to }])).toEqual(['done', 'email-throttled'])
    const left = (ms: number) => {
      later(ms)
      const one = takeMailRates(
        { ...services, limits: { ...services.limits, ...perHalfMinute } },
        { client: servers.newCaller().client, emailHmac: emailHmac(services, to) },
      )
      return one.then(
        () => [],
        (error: HttpError) => [error.status, error.retryAfterMs, /\d+/.exec(error.message)?.[0]],
      )
    }
    expect(await left(9001)).toEqual([429, 20_999, '21'])
    expect(await left(20_998)).toEqual([429, 1, '1'])
    expect(await left(1)).toEqual([])
    for (const name of ['mailsOfEmailPerHour', 'mailsOfEmailPerDay'] as const) {
      const often = newAddress()
      expect(await ask({ [name]: twice }, Array(3).fill({ to: often }))).toEqual([
        ...['done', 'done', 'limit-exceeded'],
      ])
    }
  })

  test('a metric counts the mails that were allowed, not those that were refused', async () => {
    const count = async () => (await services.metrics.mailsAsked.get()).values[0]?.value ?? 0
    const before = await count()
    const to = newAddress()
    await ask({ mailsOfEmailPerHour: { limit: 1, windowMs: hour } }, [{ to }, { to }])
    expect((await count()) - before).toBe(1)
  })

  test('error: pass on any other failure of the limiter', async () => {
    const limiter = { take: () => Promise.reject(new HttpError(503, 'http-failed', '')) }
    const client = servers.newCaller().client
    const call = takeMailRates({ ...services, limiter }, { client, emailHmac: 'x' })
    expect(await outcome(call)).toBe('http-failed')
  })

  test('limit tries of codes per IP address, and more generously per network', async () => {
    const limits = { ...services.limits, codesOfClient: twice, addressesOfNetwork: 2 }
    const { client } = servers.newCaller()
    const here = newAddresses()
    const take = (line: number) =>
      outcome(takeCodeRates({ ...services, limits }, { ...client, ...here(line) }))
    const results = []
    for (const line of [1, 1, 1, 2, 3, 4]) results.push(await take(line))
    expect(results).toEqual([
      ...['done', 'done', 'limit-exceeded', 'done', 'done', 'limit-exceeded'],
    ])
    later(10 * minute)
    expect(await take(1)).toBe('done')
  })
})

describe('waiting for the approval of the link', () => {
  /** A login that waits for its link. */
  async function waiting() {
    const [email, caller] = [newAddress(), servers.newCaller()]
    const since = servers.mark()
    const begun = await begin(email, caller)
    const mail = servers.inbox(email, since).vault[0]!
    if (begun.action !== 'VERIFY_DEVICE') throw new Error(begun.action)
    const { linkId } = await txnOf(begun.txnId)
    return { ...{ caller, email, mail, txnId: begun.txnId }, linkId: linkId! }
  }
  const wait = (txnId: string, caller: Caller, more: Partial<Services> = {}) =>
    awaitDevice({ ...services, ...more }, { txnId }, caller)

  test('ends as soon as the link is approved or denied; an approval mails the code once', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const since = servers.mark()
    const first = wait(one.txnId, one.caller)
    const second = wait(other.txnId, other.caller)
    await servers.decide(one.mail)
    await servers.decide(other.mail, 'deny')
    expect(await first).toEqual({ status: 'approved' })
    expect(await second).toEqual({ status: 'denied' })
    await approveLink(services, one.linkId)
    await denyLink(services, one.linkId)
    expect(servers.inbox(one.email, since).login).toHaveLength(1)
    expect(servers.inbox(other.email, since).login).toEqual([])
    expect(await wait(one.txnId, one.caller)).toEqual({ status: 'approved' })
    expect((await txnOf(one.txnId)).approvedAt).toBe(servers.now())
  })

  test('ends when the caller disconnects or the server stops', async () => {
    const { caller, txnId } = await waiting()
    const connection = new AbortController()
    const pending = wait(txnId, { ...caller, signal: connection.signal })
    connection.abort()
    expect(await pending).toEqual({ status: 'pending' })
    const waiters = { ...services.waiters, isEnded: true }
    expect(await wait(txnId, caller, { waiters })).toEqual({ status: 'pending' })
  })

  test('error: is refused to another device, and after twenty minutes', async () => {
    const { caller, linkId, txnId } = await waiting()
    expect(await outcome(wait(txnId, servers.newCaller()))).toBe('resource-not-found')
    later(20 * minute)
    expect(await outcome(wait(txnId, caller))).toBe('resource-not-found')
    const since = servers.mark()
    await approveLink(services, linkId)
    await denyLink(services, linkId)
    expect([servers.mark(), (await txnOf(txnId)).step]).toEqual([since, 'device'])
  })

  test('reads the database every 2.5 s, asks the vault at every third read, and ends after 24 s', async () => {
    const { caller, linkId, txnId } = await waiting()
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => ms)
    const waits: number[] = []
    const asked: { at: number; body: unknown }[] = []
    const answer = await wait(txnId, caller, {
      waiters: {
        ...services.waiters,
        async wait(_, { timeoutMs }) {
          waits.push(timeoutMs)
          ms += timeoutMs
        },
      },
      callVault: async (endpoint, body) => {
        expect(endpoint).toBe(vaultReadLink)
        asked.push({ at: ms, body })
        if (asked.length === 1) throw new HttpError(503, 'http-failed', '')
        return { state: 'pending' } as never
      },
    })
    vi.restoreAllMocks()
    expect(answer).toEqual({ status: 'pending' })
    expect(waits).toEqual([...Array(9).fill(2500), 1500])
    const body = { linkId }
    expect(asked).toEqual([7500, 15_000, 22_500].map((at) => ({ at, body })))
  })

  test.each(['approved', 'denied'] as const)(
    'learns from the vault that the link was %s when the event was lost',
    async (state) => {
      const { caller, txnId } = await waiting()
      const answer = await wait(txnId, caller, {
        waiters: { ...services.waiters, wait: async () => {} },
        callVault: async () => ({ state }) as never,
      })
      expect(answer).toEqual({ status: state })
    },
  )

  test('error: passes on a failure that is not a refusal by the vault', async () => {
    const { caller, txnId } = await waiting()
    const failing = wait(txnId, caller, {
      waiters: { ...services.waiters, wait: async () => {} },
      callVault: () => Promise.reject(new Error('broken')),
    })
    await expect(failing).rejects.toThrow('broken')
  })

  test('asks the vault nothing when the login has no link', async () => {
    const { caller, txnId } = await waiting()
    await services.queries.update(txns).set({ linkId: null }).where(eq(txns.txnId, txnId))
    let looks = 0
    const waiters = {
      ...services.waiters,
      get isEnded() {
        return looks >= 4
      },
      wait: async () => void looks++,
    }
    const callVault = () => Promise.reject(new Error('asked'))
    expect(await wait(txnId, caller, { waiters, callVault })).toEqual({ status: 'pending' })
  })

  test.each([
    ['waitsOfTxn', { waitsOfTxn: 1, waitsOfDevice: 9 }],
    ['waitsOfDevice', { waitsOfTxn: 9, waitsOfDevice: 1 }],
  ] as const)('error: is refused above the limit %s', async (_, set) => {
    const { caller, mail, txnId } = await waiting()
    const limits = { ...services.limits, ...set }
    const first = wait(txnId, caller, { limits })
    await expect(wait(txnId, caller, { limits })).rejects.toMatchObject({
      ...{ status: 429, message: 'Too many calls wait already' },
    })
    await servers.decide(mail)
    expect(await first).toEqual({ status: 'approved' })
    // Its place is free again.
    expect(await wait(txnId, caller, { limits })).toEqual({ status: 'approved' })
  })
})

describe('ending a login', () => {
  test('creates the user, the device and a ticket that is valid for two minutes', async () => {
    const { caller, email, otp, txnId } = await approved({ site })
    const { ticket } = await end(txnId, otp, caller)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    const { queries } = services
    const { jkt } = caller
    const [row] = await queries.select().from(tickets).where(eq(tickets.jkt, jkt))
    const at = servers.now()
    expect(row).toMatchObject({ ...site, amr: 'otp link', authAt: at, expiresAt: at + 2 * minute })
    const [device] = await queries.select().from(devices).where(eq(devices.jkt, jkt))
    expect(device).toMatchObject({
      ...{ deviceId: row!.deviceId, userId: row!.userId, origin: site.origin, revokedAt: null },
      ...{ approvedAt: at, lastSeenAt: at, browser: 'Chrome on Linux' },
    })
    const [user] = await queries.select().from(users).where(eq(users.userId, row!.userId))
    expect(user).toMatchObject({ createdAt: at, lastSeenAt: at, boundAt: at })
    expect(await servers.auditOf(row!.userId)).toMatchObject([
      { kind: 'user-made', provider: 'email' },
      { kind: 'contact-bound' },
    ])
    expect(await txnOf(txnId)).toMatchObject({ step: 'done', userId: row!.userId })
    // The user gets no notice of the first browser.
    expect(servers.mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual([
      'code-login',
    ])
    expect(await outcome(end(txnId, otp, caller))).toBe('input-invalid')
  })

  test('notifies the user of a second browser once, and again when a revoked one returns', async () => {
    const email = newAddress()
    const caller = servers.newCaller()
    const told = () =>
      servers.mails.filter(({ kind, to }) => to === email && kind === 'device-new').length
    await servers.logIn(email)
    expect(told()).toBe(0)
    later(31_000)
    const { session } = await servers.logIn(email, [email], caller)
    expect(told()).toBe(1)
    const own = and(eq(devices.jkt, caller.jkt), eq(devices.userId, session!.userId))
    const { queries } = services
    const read = async () => (await queries.select().from(devices).where(own))[0]!
    const before = await read()
    later(20 * minute)
    await servers.logIn(email, [email], caller)
    expect([told(), await read()]).toEqual([1, { ...before, lastSeenAt: servers.now() }])
    await queries.update(devices).set({ revokedAt: 1, vaultToldAt: 1 }).where(own)
    later(20 * minute)
    await servers.logIn(email, [email], caller)
    const after = await read()
    expect([told(), after.revokedAt, after.approvedAt]).toEqual([2, null, servers.now()])
    expect(after.deviceId).not.toBe(before.deviceId)
    expect((await requireSession(services, caller.jkt)).deviceId).toBe(after.deviceId)
  })

  test('error: needs the right code, at the code step, on the device of the login', async () => {
    const { caller, otp, txnId } = await approved()
    expect(await outcome(end(txnId, otp, servers.newCaller()))).toBe('resource-not-found')
    await services.queries.update(txns).set({ step: 'device' }).where(eq(txns.txnId, txnId))
    expect(await outcome(end(txnId, otp, caller))).toBe('input-invalid')
    await services.queries.update(txns).set({ step: 'code' }).where(eq(txns.txnId, txnId))
    expect(await outcome(end(txnId, wrongOf(otp), caller))).toBe('input-invalid')
    expect(await outcome(end(txnId, otp, caller))).toBe('done')
  })

  test('error: reports an expired code when the vault has no approval any more, and passes on an unreachable vault', async () => {
    for (const [error, code] of [
      [new HttpError(403, 'evidence-required', ''), 'input-invalid'],
      [new HttpError(503, 'http-failed', ''), 'http-failed'],
    ] as const) {
      const { caller, otp, txnId } = await approved()
      const callVault = () => Promise.reject(error)
      const body = { txnId, otp }
      expect(await outcome(endLogin({ ...services, callVault }, body, caller))).toBe(code)
      const { userId } = await txnOf(txnId)
      const [user] = await services.queries.select().from(users).where(eq(users.userId, userId!))
      expect(user?.boundAt).toBeNull()
    }
  })

  test("binds the user by the code alone, on this server's word, when device approval is off", async () => {
    const off = { ...services, deviceApproval: 'off' as const }
    const [email, caller] = [newAddress(), servers.newCaller()]
    const begun = await begin(email, caller, { services: off })
    if (begun.action !== 'VERIFY_OTP') throw new Error(begun.action)
    const { txnId } = begun
    await endLogin(off, { txnId, otp: servers.codeFor(email) }, caller)
    const { userId } = await txnOf(txnId)
    expect(await servers.vault.readRow(userId!)).toMatchObject({ evidence: 'asserted' })
    const own = eq(tickets.userId, userId!)
    const [ticket] = await services.queries.select().from(tickets).where(own)
    expect(ticket?.amr).toBe('otp')
  })

  test('binds a user only at the first login', async () => {
    const { caller, email, otp, txnId } = await approved()
    await end(txnId, otp, caller)
    later(31_000)
    const again = await begin(email, caller)
    const bound: unknown[] = []
    const callVault: Services['callVault'] = (endpoint, body, rest) => {
      bound.push(body)
      return servers.services.callVault(endpoint, body, rest)
    }
    if (again.action !== 'VERIFY_OTP') throw new Error(again.action)
    const body = { txnId: again.txnId, otp: servers.codeFor(email) }
    await endLogin({ ...services, callVault }, body, caller)
    expect(bound).toEqual([])
  })
})

describe('the padded duration of an answer', () => {
  const measure = async (leastMs: number, workMs: number, fails = false) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const startedAt = performance.now()
    const work = async () => {
      vi.advanceTimersByTime(workMs)
      if (fails) throw new Error('refused')
      return 'answer'
    }
    const call = padDuration(leastMs, work).then(
      (answer) => [answer, performance.now() - startedAt] as const,
      () => ['failed', performance.now() - startedAt] as const,
    )
    // Not all timers: other test files of this process may have some that never end.
    await vi.advanceTimersByTimeAsync(2 * leastMs + 100)
    return call
  }

  test('is at least the minimum and at most 50 ms more, even for a failure', async () => {
    for (const fails of [false, true]) {
      const durations = []
      for (let round = 0; round < 300; round++) durations.push((await measure(300, 100, fails))[1])
      expect(Math.min(...durations)).toBeGreaterThanOrEqual(300)
      expect(Math.max(...durations)).toBeLessThanOrEqual(350)
      // The durations vary.
      expect(new Set(durations.map(Math.round)).size).toBeGreaterThan(10)
    }
  })

  test('is that of the work when the work takes longer or there is no minimum', async () => {
    expect(await measure(300, 400)).toEqual(['answer', 400])
    expect(await measure(0, 0)).toEqual(['answer', 0])
  })
})
