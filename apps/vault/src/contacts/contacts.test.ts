import { randomUUID } from 'node:crypto'
import { vaultReadLink } from '@foyer/protocol/vault'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { evidence, links, pastContacts } from '../database/schema.ts'
import { sendLink } from '../links/sendLink.ts'
import { socialHmac } from '../logins/proveLogin.ts'
import { randomJkt } from '../startTestVault.test.kit.ts'
import { hasApproval, storeApproval } from './approvals.ts'
import { bindContact, contactHmac } from './bindContact.ts'
import { askUnfreeze, freeze } from './freeze.ts'
import { forgetPastContacts } from './replaceContact.ts'
import { changeContact, confirmDevice, readContact } from './userLinks.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'
const requester = { ip: '192.0.2.7', userAgent, origin: 'https://shop.example' }
const newAddress = () => `${randomUUID()}@shop.example`

let vault: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
})
afterAll(() => vault.stop())
beforeEach(() => {
  clock.nowMs += 7 * day
  vault.events.length = 0
  vault.mails.length = 0
})
const hmacOf = (email: string) => contactHmac(vault.services.hmacKey, email)
const outcome = (call: Promise<unknown>) =>
  call.catch(({ code, status }: { code: string; status: number }) => [status, code])
const mailed = () => vault.mails.map(({ kind, to }) => [kind, to])
const told = () => vault.events.map(({ at: _, id: __, ...event }) => event)

type Change = { userId: string; email: string; jkt?: string }
const change = ({ jkt = randomJkt(), ...body }: Change) =>
  changeContact(vault.services, { ...body, jkt, requester })
const read = (userId: string) => readContact(vault.services, { userId })

/** Opens the decided links of a user again. */
const reopen = (userId: string) =>
  vault.services.queries
    .update(links)
    .set({ state: 'pending', expiresAt: clock.nowMs + minute })
    .where(eq(links.userId, userId))

/** A user whose address was changed just now. */
async function changed() {
  const [old, email, jkt] = [newAddress(), newAddress(), randomJkt()]
  const userId = await vault.addUser({ email: old })
  const asked = await change({ userId, email, jkt })
  if (asked.status !== 'asked') throw new Error('The old address was not asked.')
  const state = await vault.decide(vault.newestToken())
  return { ...{ userId, old, email, jkt, state }, linkId: asked.linkId, at: clock.nowMs }
}

describe('changing the recovery address', () => {
  test('sends a link to the current address, and reports the change as pending until it is decided or expires', async () => {
    const [old, email] = [newAddress(), newAddress()]
    const userId = await vault.addUser({ email: old })
    expect(await read(userId)).toEqual({ email: old, next: null, asked: null })
    const asked = await change({ userId, email })
    expect(asked).toMatchObject({ status: 'asked', expiresAt: clock.nowMs + 20 * minute })
    expect(mailed()).toEqual([['contact', old]])
    const expiresAt = clock.nowMs + 20 * minute
    const waiting = { email: old, next: null, asked: { by: old, email, expiresAt } }
    expect(await read(userId)).toEqual(waiting)
    clock.nowMs = expiresAt - 1
    expect(await read(userId)).toEqual(waiting)
    clock.nowMs = expiresAt
    expect(await read(userId)).toEqual({ email: old, next: null, asked: null })
  })

  test('takes effect a day after the approval; the old address stays in force until then', async () => {
    const { at, email, jkt, linkId, old, state, userId } = await changed()
    expect(state).toBe('approved')
    expect(told()).toEqual([{ kind: 'contact-changed', linkId, userId, jkt }])
    expect(await vault.auditOf(userId)).toMatchObject([
      { kind: 'link-approved', link: 'contact', linkId },
    ])
    expect(await vault.readRow(userId)).toMatchObject({
      ...{ evidence: 'email', contactHmac: hmacOf(email), previousHmac: hmacOf(old) },
      previousUntil: at + day,
    })
    clock.nowMs = at + day - 1
    expect(await read(userId)).toEqual({ email: old, next: { email, at: at + day }, asked: null })
    clock.nowMs = at + day
    expect(await read(userId)).toEqual({ email, next: null, asked: null })
  })

  test('is refused within a day of the last change, and allowed afterwards', async () => {
    const { at, userId } = await changed()
    const third = newAddress()
    clock.nowMs = at + day - 1
    expect(await outcome(change({ userId, email: third }))).toEqual([409, 'change-conflict'])
    clock.nowMs = at + day
    expect(await change({ userId, email: third })).toMatchObject({ status: 'asked' })
    expect(await vault.decide(vault.newestToken())).toBe('approved')
  })

  test('voids an earlier link once a later one is approved', async () => {
    const [old, email] = [newAddress(), newAddress()]
    const userId = await vault.addUser({ email: old })
    await change({ userId, email: newAddress() })
    const first = vault.newestToken()
    clock.nowMs += 31_000
    await change({ userId, email })
    expect(await vault.decide(first)).toBe('over')
    expect(await vault.decide(vault.newestToken())).toBe('approved')
    // Both open at once, as when two processes mail at the same time: refused during the day, and after it.
    await reopen(userId)
    expect(await vault.decide(first)).toBe('over')
    expect(await vault.readRow(userId)).toMatchObject({ contactHmac: hmacOf(email) })
    clock.nowMs += day
    await reopen(userId)
    expect(await vault.decide(first)).toBe('over')
    expect(await vault.readRow(userId)).toMatchObject({ contactHmac: hmacOf(email) })
    expect(told()).toHaveLength(1)
  })

  test('cancels the open change and mails nothing when the current address is requested again', async () => {
    const old = newAddress()
    const userId = await vault.addUser({ email: old })
    await change({ userId, email: newAddress() })
    const token = vault.newestToken()
    expect(await change({ userId, email: old })).toEqual({ status: 'same' })
    expect(mailed()).toHaveLength(1)
    expect((await read(userId)).asked).toBeNull()
    expect(await vault.decide(token)).toBe('over')
  })

  test('keeps the open change when the next one exceeds the rate limit of mails', async () => {
    const [old, email] = [newAddress(), newAddress()]
    const userId = await vault.addUser({ email: old })
    await change({ userId, email })
    expect(await outcome(change({ userId, email: newAddress() }))).toEqual([429, 'limit-exceeded'])
    expect((await read(userId)).asked).toMatchObject({ by: old, email })
  })

  test('sends the link to the new address when the user has none yet', async () => {
    const [email, userId] = [newAddress(), await vault.addUser()]
    await change({ userId, email })
    expect(mailed()).toEqual([['contact', email]])
    expect((await read(userId)).asked).toMatchObject({ by: email, email })
    expect(await vault.decide(vault.newestToken())).toBe('approved')
    expect(await vault.readRow(userId)).toMatchObject({
      ...{ evidence: 'email', contactHmac: hmacOf(email), previousHmac: null },
    })
    // Nothing was replaced, so there is nothing to restore.
    const { queries } = vault.services
    const past = await queries.select().from(pastContacts).where(eq(pastContacts.userId, userId))
    expect(past).toEqual([])
    expect(await read(userId)).toEqual({
      ...{ email, asked: null },
      next: { email, at: clock.nowMs + day },
    })
  })

  test('error: answers every call about an unknown user with "not found"', async () => {
    const userId = randomUUID()
    for (const call of [
      change({ userId, email: newAddress() }),
      read(userId),
      confirmDevice(vault.services, { userId, jkt: randomJkt(), requester }),
      askUnfreeze(vault.services, { userId, jkt: randomJkt(), requester }),
    ])
      expect(await outcome(call)).toEqual([404, 'resource-not-found'])
  })
})

describe('an address that was replaced', () => {
  test('can approve its own restoration, which takes effect at once', async () => {
    const { email, jkt, old, userId } = await changed()
    vault.events.length = 0
    clock.nowMs += 31_000
    await change({ userId, email: old, jkt })
    expect(mailed().at(-1)).toEqual(['restore', old])
    expect((await read(userId)).asked).toMatchObject({ by: old, email: old })
    expect(await vault.decide(vault.newestToken())).toBe('approved')
    expect(told()).toMatchObject([{ kind: 'contact-changed', userId, jkt }])
    expect(await vault.auditOf(userId)).toMatchObject([{}, { link: 'restore' }])
    expect(await read(userId)).toEqual({ email: old, next: null, asked: null })
    // The address that had replaced it lost its rights.
    clock.nowMs += 31_000
    await change({ userId, email })
    expect(mailed().at(-1)).toEqual(['contact', old])
  })

  test.each([
    ['restore', 3 * day - 1],
    ['contact', 3 * day],
  ])(
    'is restored by a link of kind %s when it is requested %i ms after the change',
    async (kind, ms) => {
      const { at, email, old, userId } = await changed()
      clock.nowMs = at + ms
      await change({ userId, email: old })
      expect(mailed().at(-1)).toEqual([kind, kind === 'restore' ? old : email])
      // A link mailed in time may be opened later.
      clock.nowMs += minute
      expect(await vault.decide(vault.newestToken())).toBe('approved')
      expect(await vault.readRow(userId)).toMatchObject({
        ...{ contactHmac: hmacOf(old), previousHmac: kind === 'restore' ? null : hmacOf(email) },
      })
    },
  )

  test('removes the addresses that came after it when it is restored, and keeps those before it', async () => {
    const { email: second, old: first, userId } = await changed()
    clock.nowMs += day
    const third = newAddress()
    await change({ userId, email: third })
    await vault.decide(vault.newestToken())
    clock.nowMs += day
    await change({ userId, email: second })
    expect(mailed().at(-1)).toEqual(['restore', second])
    expect(await vault.decide(vault.newestToken())).toBe('approved')
    const { queries } = vault.services
    const left = await queries.select().from(pastContacts).where(eq(pastContacts.userId, userId))
    expect(left.map(({ contactHmac }) => contactHmac)).toEqual([hmacOf(first)])
  })

  test('is not restored by a link that was mailed after its right to be restored had ended', async () => {
    const { old, userId } = await changed()
    clock.nowMs += 31_000
    await change({ userId, email: old })
    const { queries } = vault.services
    const own = eq(pastContacts.userId, userId)
    await queries.update(pastContacts).set({ until: clock.nowMs }).where(own)
    expect(await vault.decide(vault.newestToken())).toBe('over')
    await reopen(userId)
    await queries
      .update(pastContacts)
      .set({ until: clock.nowMs + 1 })
      .where(own)
    expect(await vault.decide(vault.newestToken())).toBe('approved')
  })

  test('is deleted an hour after the last moment at which it could be restored', async () => {
    const { at, userId } = await changed()
    const { queries } = vault.services
    const left = async (nowMs: number) => {
      await forgetPastContacts(queries, nowMs)
      const rows = await queries.select().from(pastContacts).where(eq(pastContacts.userId, userId))
      return rows.length
    }
    expect(await left(at + 3 * day + hour - 1)).toBe(1)
    expect(await left(at + 3 * day + hour)).toBe(0)
  })
})

describe('a link requested by a signed-in user', () => {
  test('confirms a device through the current address, but not within a day of an address change', async () => {
    const { at, email, userId } = await changed()
    const jkt = randomJkt()
    const confirm = () => confirmDevice(vault.services, { userId, jkt, requester })
    clock.nowMs = at + day - 1
    expect(await outcome(confirm())).toEqual([409, 'change-conflict'])
    clock.nowMs = at + day
    const { linkId } = await confirm()
    expect(mailed().at(-1)).toEqual(['confirm', email])
    await vault.decide(vault.newestToken())
    expect(told().at(-1)).toEqual({ kind: 'device-approved', linkId, jkt })
  })

  test('ends a freeze through the current address', async () => {
    const email = newAddress()
    const userId = await vault.addUser({ email, frozenAt: clock.nowMs })
    await askUnfreeze(vault.services, { userId, jkt: randomJkt(), requester })
    expect(mailed()).toEqual([['unfreeze', email]])
  })

  test('error: is refused when the user has no address', async () => {
    const userId = await vault.addUser()
    const confirm = confirmDevice(vault.services, { userId, jkt: randomJkt(), requester })
    expect(await outcome(confirm)).toEqual([403, 'action-not-allowed'])
    expect(mailed()).toEqual([])
  })
})

describe('a freeze of a user without an address', () => {
  const provider = 'google'
  /** A user whose login at a provider restores the wallet, on a device. */
  async function socialUser() {
    const [subject, jkt] = [randomUUID(), randomJkt()]
    const contactHmac = socialHmac(vault.services.hmacKey, provider, subject)
    const userId = await vault.addUser({ evidence: 'social', contactHmac })
    const logIn = (device = jkt, hmac = contactHmac) =>
      storeApproval(vault.services.queries, {
        ...{ contactHmac: hmac, jkt: device, createdAt: clock.nowMs },
        expiresAt: clock.nowMs + 30 * minute,
      })
    const unfreeze = (device = jkt) =>
      askUnfreeze(vault.services, { userId, jkt: device, requester })
    return { jkt, logIn, subject, unfreeze, userId }
  }
  const frozenAt = async (userId: string) => {
    const row = await vault.readRow(userId)
    return { frozenAt: row?.frozenAt, unfreezeAt: row?.unfreezeAt }
  }

  test('ends a day after a login that the vault has verified for the calling device since the freeze', async () => {
    const { logIn, unfreeze, userId } = await socialUser()
    await logIn()
    clock.nowMs += 1
    const at = clock.nowMs
    await freeze(vault.services, { userId })
    // The login before the freeze, another device and another login are no evidence.
    const refused = [403, 'evidence-required']
    expect(await outcome(unfreeze())).toEqual(refused)
    clock.nowMs += 1
    await logIn(randomJkt())
    await logIn(undefined, socialHmac(vault.services.hmacKey, provider, randomUUID()))
    expect(await outcome(unfreeze())).toEqual(refused)
    await logIn()
    clock.nowMs += 30 * minute
    expect(await outcome(unfreeze())).toEqual(refused)
    expect(await frozenAt(userId)).toEqual({ frozenAt: at, unfreezeAt: null })
    await logIn()
    const unfreezeAt = clock.nowMs + day
    expect(await unfreeze()).toEqual({ status: 'begun', unfreezeAt })
    expect(await frozenAt(userId)).toEqual({ frozenAt: at, unfreezeAt })
    // A second call, an answer that was lost: the day does not begin anew.
    clock.nowMs += hour
    expect(await unfreeze()).toEqual({ status: 'begun', unfreezeAt })
    expect((await vault.auditOf(userId)).at(-1)).toMatchObject({ kind: 'unfreezing' })
    expect(mailed()).toEqual([])
    clock.nowMs = unfreezeAt - 1
    const asking = { userId, jkt: randomJkt() }
    await expect(vault.allowsRecovery(asking)).rejects.toMatchObject({ code: 'account-frozen' })
    clock.nowMs += 1
    expect(await vault.allowsRecovery(asking)).toBe(false)
  })

  test('begins anew with the next freeze', async () => {
    const { logIn, unfreeze, userId } = await socialUser()
    await freeze(vault.services, { userId })
    clock.nowMs += 1
    await logIn()
    await unfreeze()
    clock.nowMs += 1
    await freeze(vault.services, { userId })
    expect(await outcome(unfreeze())).toEqual([403, 'evidence-required'])
  })

  test('ends at the login server alone when the vault was away during the freeze', async () => {
    const { unfreeze, userId } = await socialUser()
    expect(await unfreeze()).toEqual({ status: 'begun', unfreezeAt: clock.nowMs + day })
    expect(await frozenAt(userId)).toEqual({ frozenAt: null, unfreezeAt: null })
  })

  test('is refused when nothing could end it, and not when the user is frozen already', async () => {
    const userId = await vault.addUser()
    expect(await outcome(freeze(vault.services, { userId }))).toEqual([409, 'change-conflict'])
    expect(await frozenAt(userId)).toEqual({ frozenAt: null, unfreezeAt: null })
    const frozen = await vault.addUser({ frozenAt: clock.nowMs, unfreezeAt: clock.nowMs + 1 })
    await freeze(vault.services, { userId: frozen })
    expect((await frozenAt(frozen)).unfreezeAt).toBeNull()
    const before = await vault.addUser({ frozenAt: 1, unfreezeAt: clock.nowMs })
    expect(await outcome(freeze(vault.services, { userId: before }))).toEqual([
      ...[409, 'change-conflict'],
    ])
    expect(await freeze(vault.services, { userId: randomUUID() })).toEqual({ done: true })
  })
})

describe('the link of a login', () => {
  const send = async (email: string, more: { userId?: string; jkt?: string } = {}) => {
    const sent = await sendLink(vault.services, { email, jkt: randomJkt(), requester, ...more })
    if ('challenge' in sent) throw new Error('no work is asked for here')
    return sent
  }

  test('is the only mail when recovery uses the same address, or when the user is unknown or has no address', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const userId = await vault.addUser({ email })
    await send(email, { userId })
    await send(other, { userId: randomUUID() })
    await send(newAddress(), { userId: await vault.addUser() })
    expect(mailed().map(([kind]) => kind)).toEqual(['device', 'device', 'device'])
  })

  test('comes with a second link of the same number while recovery still uses the old address', async () => {
    const { email, jkt, old, userId } = await changed()
    vault.mails.length = 0
    clock.nowMs += 31_000
    const { number } = await send(email, { userId, jkt })
    expect(mailed()).toEqual([
      ['device', email],
      ['recovery', old],
    ])
    expect(await vault.numberOf(vault.newestToken())).toBe(number)
    // Once the old address has approved the device, it gets no second link.
    expect(await vault.decide(vault.newestToken())).toBe('approved')
    clock.nowMs += 31_000
    await send(email, { userId, jkt })
    expect(mailed().at(-1)).toEqual(['device', email])
    // It gets none after the day either.
    clock.nowMs += day
    await send(email, { userId })
    expect(mailed().slice(2)).toEqual([
      ['device', email],
      ['device', email],
    ])
  })

  test('uses up no mail by which its user acts, however often strangers request it', async () => {
    const email = newAddress()
    const userId = await vault.addUser({ email })
    for (let tries = 0; tries < 100; tries++) {
      await outcome(send(email))
      clock.nowMs += 14 * minute
    }
    expect(await outcome(send(email))).toEqual([429, 'limit-exceeded'])
    await freeze(vault.services, { userId })
    const body = { jkt: randomJkt(), requester, userId }
    for (const act of [askUnfreeze, confirmDevice])
      for (let count = 0; count < 5; count++) {
        clock.nowMs += 31_000
        await act(vault.services, body)
      }
    expect(await change({ userId, email: newAddress() })).toMatchObject({ status: 'asked' })
    clock.nowMs += 31_000
    expect(await outcome(askUnfreeze(vault.services, body))).toEqual([429, 'limit-exceeded'])
  })

  test('shows by no refusal and no end of a link that recovery uses another address', async () => {
    /** What a stranger sees who logs in by two addresses from one browser. */
    const look = async ([used, other]: [string, string], userId: string) => {
      const jkt = randomJkt()
      const before = await send(other, { jkt })
      const seen = []
      for (let count = 0; count < 5; count++) {
        clock.nowMs += 31_000
        seen.push(await outcome(send(used, { jkt, userId }).then(() => 'mailed')))
      }
      seen.push(await vault.call(vaultReadLink, { linkId: before.linkId }))
      seen.push(await outcome(send(other).then(() => 'mailed')))
      return seen
    }
    const { email, old, userId } = await changed()
    const seen = await look([email, old], userId)
    expect(seen).toEqual(await look([newAddress(), newAddress()], randomUUID()))
    expect(seen).toEqual([...Array(5).fill('mailed'), { state: 'pending' }, 'mailed'])
  })

  test('is mailed even when the second link exceeds its rate limit; other errors are thrown', async () => {
    const { email, old, userId } = await changed()
    await send(newAddress(), { userId })
    vault.mails.length = 0
    await send(email, { userId })
    expect(mailed()).toEqual([['device', email]])
    clock.nowMs += 31_000
    const failing = {
      ...vault.services,
      mailer: {
        ...vault.services.mailer,
        send({ to }: { to: string }) {
          if (to === old) throw new Error('no mail account')
        },
      },
    }
    const body = { email, jkt: randomJkt(), requester, userId }
    await expect(sendLink(failing, body)).rejects.toThrow('no mail account')
  })

  test.each([
    ['pending', 20 * minute - 1],
    ['expired', 20 * minute],
  ])('is reported as %s %i ms after it was mailed', async (state, ms) => {
    const { linkId } = await send(newAddress())
    clock.nowMs += ms
    expect(await vault.call(vaultReadLink, { linkId })).toEqual({ state })
  })

  test('is reported as approved or denied even a day later, and as not found when it is unknown', async () => {
    for (const [decision, state] of [
      ['approve', 'approved'],
      ['deny', 'denied'],
    ] as const) {
      const { linkId } = await send(newAddress())
      await vault.decide(vault.newestToken(), decision)
      clock.nowMs += day
      expect(await vault.call(vaultReadLink, { linkId })).toEqual({ state })
    }
    const unknown = vault.call(vaultReadLink, { linkId: randomUUID() })
    expect(await outcome(unknown)).toEqual([404, 'resource-not-found'])
  })
})

describe('binding a user to recovery evidence', () => {
  const approve = async (email: string, jkt: string, expiresAt: number) => {
    const row = { contactHmac: hmacOf(email), jkt, expiresAt }
    await vault.services.queries.insert(evidence).values(row)
  }
  const bind = (body: Parameters<typeof bindContact>[1]) =>
    outcome(bindContact(vault.services, body))

  test('needs a current approval of this device by the address', async () => {
    const [email, jkt, userId] = [newAddress(), randomJkt(), randomUUID()]
    const body = { kind: 'email', userId, email, jkt } as const
    await approve(newAddress(), jkt, clock.nowMs + 1)
    await approve(email, randomJkt(), clock.nowMs + 1)
    await approve(email, jkt, clock.nowMs)
    expect(await bind(body)).toEqual([403, 'evidence-required'])
    clock.nowMs -= 1
    expect(await bind(body)).toEqual({ done: true })
    expect(await vault.auditOf(userId)).toMatchObject([
      { kind: 'contact-bound', evidence: 'email' },
    ])
    expect(await read(userId)).toMatchObject({ email })
  })

  test('happens once: repeating it changes nothing, and different evidence is refused', async () => {
    const [email, userId] = [newAddress(), randomUUID()]
    const body = { kind: 'provider-email', userId, email } as const
    expect(await bind(body)).toEqual({ done: true })
    const row = await vault.readRow(userId)
    expect(await bind(body)).toEqual({ done: true })
    for (const other of [
      { kind: 'asserted', userId },
      { ...body, email: newAddress() },
      { kind: 'email', userId, email, jkt: randomJkt() },
    ] as const)
      expect(await bind(other)).toEqual([409, 'change-conflict'])
    expect(await vault.readRow(userId)).toEqual(row)
    expect(await vault.auditOf(userId)).toHaveLength(1)
  })

  test('stores no address when only the login server vouches for the user', async () => {
    const userId = randomUUID()
    expect(await bind({ kind: 'asserted', userId })).toEqual({ done: true })
    expect(await vault.readRow(userId)).toMatchObject({ evidence: 'asserted', contactHmac: null })
    expect((await read(userId)).email).toBeNull()
  })

  test('finds an approval by its address, device and expiry time', async () => {
    const [email, jkt] = [newAddress(), randomJkt()]
    await approve(email, jkt, clock.nowMs)
    const has = (more: Partial<Parameters<typeof hasApproval>[1]>) =>
      hasApproval(vault.services.queries, {
        ...{ hmacs: [hmacOf(newAddress()), hmacOf(email)], jkt, nowMs: clock.nowMs - 1 },
        userId: randomUUID(),
        ...more,
      })
    expect(await has({})).toBe(true)
    expect(await has({ nowMs: clock.nowMs })).toBe(false)
    expect(await has({ hmacs: [hmacOf(newAddress())] })).toBe(false)
    expect(await has({ jkt: randomJkt() })).toBe(false)
  })
})
