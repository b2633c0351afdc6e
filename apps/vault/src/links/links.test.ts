import { randomUUID } from 'node:crypto'
import { sha256 } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactHmac } from '../contacts/bindContact.ts'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { evidence, links, users } from '../database/schema.ts'
import { randomJkt } from '../startTestVault.test.kit.ts'
import { createLink } from './createLink.ts'
import { decideLink, freezeByLink, viewLink } from './decideLink.ts'

const [minute, day, week] = [60_000, 86_400_000, 604_800_000]
const start = Date.parse('2026-11-22T12:00:00Z')
const clock = { nowMs: start }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'
const requester = { ip: '192.0.2.7', userAgent, origin: 'https://shop.example' }
const here = { network: '192.0.2.0/24', browser: 'Chrome', os: 'Linux' }
const newAddress = () => `${randomUUID()}@shop.example`

let vault: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
})
afterAll(() => vault.stop())
beforeEach(() => {
  clock.nowMs += week
  vault.events.length = 0
})

type Input = Partial<createLink.Parameters>
/** Mails a link. @returns its token, its row's id and its number */
async function mail(input: Input = {}) {
  const email = input.email ?? newAddress()
  const made = await createLink(vault.services, { kind: 'device', requester, ...input, email })
  return { ...made, email, token: vault.newestToken() }
}
const rowOf = async (linkId: string) => {
  const { queries } = vault.services
  const [row] = await queries.select().from(links).where(eq(links.linkId, linkId))
  return row
}
type Decision = Partial<Parameters<typeof decideLink>[1]>
const decide = (token: string, more: Decision = {}) =>
  decideLink(vault.services, {
    ...{ token, decision: 'approve', digits: undefined, opener: here },
    ...more,
  })
const view = (token: string, opener = here) => viewLink(vault.services, { token, opener })
const told = () => vault.events.map(({ at: _, id: __, ...event }) => event)

describe('mailing a link', () => {
  test('stores the hash of the token and the requester in words, and mails the URL with the token', async () => {
    const [userId, jkt] = [randomUUID(), randomJkt()]
    const { email, expiresAt, linkId, number, token } = await mail({ userId, jkt })
    expect(number).toMatch(/^\d{6}$/)
    expect(expiresAt).toBe(clock.nowMs + 20 * minute)
    const row = await rowOf(linkId)
    expect(row).toMatchObject({
      ...{ tokenHash: sha256(token), kind: 'device', userId, jkt, number, wrongDigits: 0 },
      ...{ contactHmac: contactHmac(vault.services.hmacKey, email), state: 'pending' },
      ...{ createdAt: clock.nowMs, expiresAt, nextHmac: null },
    })
    expect(JSON.parse(row!.context)).toEqual({ origin: 'https://shop.example', ...here })
    expect(vault.mails.at(-1)).toMatchObject({ kind: 'device', to: email })
    expect(vault.mails.at(-1)?.lines).toContain(`https://vault.example/device#t=${token}`)
  })

  test('stores no requester when none is given; a freeze link lasts a week', async () => {
    const { expiresAt, linkId } = await mail({ kind: 'freeze', requester: undefined as never })
    expect(expiresAt).toBe(clock.nowMs + week)
    const row = await rowOf(linkId)
    expect(row?.jkt).toBe('')
    expect(JSON.parse(row!.context)).toEqual({
      ...{ origin: '', network: '', browser: 'Unknown browser', os: 'unknown system' },
    })
  })

  test('keeps the number that the login window already shows, with its leading zeros', async () => {
    expect((await mail({ number: '000042' })).number).toBe('000042')
    expect(vault.mails.at(-1)?.lines.join()).not.toContain('000042')
  })

  test('marks the mail and the page of a link that confirms a signed-in device', async () => {
    const { token } = await mail({ mail: 'confirm' })
    expect(vault.mails.at(-1)?.kind).toBe('confirm')
    expect(await view(token)).toMatchObject({ state: 'open', kind: 'confirm' })
    expect(await view((await mail()).token)).toMatchObject({ state: 'open', kind: 'device' })
  })

  test('deletes a link a week after its end, when the next one is mailed', async () => {
    const { linkId } = await mail()
    clock.nowMs += 20 * minute + week - 1
    await mail()
    expect(await rowOf(linkId)).toBeDefined()
    clock.nowMs += 1
    await mail()
    expect(await rowOf(linkId)).toBeUndefined()
  })

  test('ends open links of the same kind, address and device, and no others', async () => {
    const [jkt, email] = [randomJkt(), newAddress()]
    const ends = async (input: Input) => {
      const { expiresAt, linkId } = await mail({ jkt, email, ...input })
      clock.nowMs += 30_000
      return async () => ((await rowOf(linkId))?.expiresAt === expiresAt ? 'kept' : 'ended')
    }
    const [otherKind, otherDevice, otherAddress, freeze, same] = [
      await ends({ kind: 'unfreeze' }),
      await ends({ jkt: randomJkt() }),
      await ends({ email: newAddress() }),
      await ends({ kind: 'freeze' }),
      await ends({}),
    ]
    // A freeze ends nothing, not even another freeze.
    await mail({ jkt, email, kind: 'freeze' })
    expect(await same()).toBe('kept')
    await mail({ jkt, email })
    for (const one of [otherKind, otherDevice, otherAddress, freeze])
      expect(await one()).toBe('kept')
    expect(await same()).toBe('ended')
  })

  test('does not change links that were decided or have expired', async () => {
    const [jkt, email] = [randomJkt(), newAddress()]
    const approved = await mail({ jkt, email })
    expect(await decide(approved.token)).toBe('approved')
    clock.nowMs += 30_000
    const expired = await mail({ jkt, email })
    expect((await rowOf(approved.linkId))?.expiresAt).toBe(approved.expiresAt)
    clock.nowMs += 20 * minute
    await mail({ jkt, email })
    expect((await rowOf(expired.linkId))?.expiresAt).toBe(expired.expiresAt)
  })

  test('mails, stores and ends nothing when the address exceeds its rate limit', async () => {
    const [jkt, email] = [randomJkt(), newAddress()]
    const first = await mail({ jkt, email })
    const sent = vault.mails.length
    let isRun = false
    const before = async () => {
      isRun = true
    }
    clock.nowMs += 29_999
    await expect(mail({ jkt, email, before })).rejects.toMatchObject({
      ...{ status: 429, code: 'limit-exceeded', retryAfterMs: 1 },
    })
    expect([vault.mails.length - sent, isRun]).toEqual([0, false])
    expect((await rowOf(first.linkId))?.expiresAt).toBe(first.expiresAt)
    // A freeze is neither refused nor counted.
    await mail({ kind: 'freeze', email })
    clock.nowMs += 1
    await mail({ jkt, email, before })
    expect(isRun).toBe(true)
  })
})

describe('viewing a link', () => {
  test('shows the request and its age in whole seconds, never a negative one', async () => {
    const { token } = await mail()
    const seen = await view(token)
    expect(seen).toEqual({
      ...{ state: 'open', kind: 'device', origin: 'https://shop.example', ...here },
      ...{ startedS: 0, isElsewhere: false },
    })
    const asked = clock.nowMs
    for (const [ms, startedS] of [
      [1499, 1],
      [1500, 2],
      [-5000, 0],
    ] as const) {
      clock.nowMs = asked + ms
      expect(await view(token)).toMatchObject({ startedS })
    }
  })

  test.each([{ network: '192.0.3.0/24' }, { browser: 'Firefox' }, { os: 'Windows' }])(
    'asks for the digits when it is opened from %j',
    async (other) => {
      const { token } = await mail()
      const opener = { ...here, ...other }
      expect(await view(token, opener)).toMatchObject({ isElsewhere: true })
      expect(await decide(token, { opener })).toBe('digits-wrong')
    },
  )

  test('asks for no digits for a freeze link, which the vault mailed by itself', async () => {
    const { token } = await mail({ kind: 'freeze', requester: undefined as never })
    expect(await view(token)).toMatchObject({ isElsewhere: false })
  })

  test.each([
    ['open', 20 * minute - 1],
    ['over', 20 * minute],
  ])('reports it as %s %i ms after the mail', async (state, ms) => {
    const { token } = await mail()
    clock.nowMs += ms
    expect((await view(token)).state).toBe(state)
    expect(await decide(token)).toBe(state === 'open' ? 'approved' : 'over')
  })

  test('reports a decided link and an unknown token as over', async () => {
    const { token } = await mail()
    await decide(token, { decision: 'deny' })
    expect(await view(token)).toEqual({ state: 'over' })
    expect(await view('x'.repeat(43))).toEqual({ state: 'over' })
  })
})

describe('deciding a link', () => {
  const elsewhere = { ...here, network: '198.51.100.0/24' }

  test('needs the last two digits from another network; the third wrong pair denies the link', async () => {
    const { linkId, token } = await mail({ number: '123456' })
    const tries = async (digits: string) => decide(token, { opener: elsewhere, digits })
    expect([await tries('12'), await tries('65'), (await rowOf(linkId))?.wrongDigits]).toEqual([
      ...['digits-wrong', 'digits-wrong', 2],
    ])
    expect(await tries('56')).toBe('approved')
    const guessed = await mail({ number: '123456' })
    const guess = () => decide(guessed.token, { opener: elsewhere, digits: '00' })
    expect([await guess(), await guess(), await guess()]).toEqual([
      ...['digits-wrong', 'digits-wrong', 'over'],
    ])
    expect((await rowOf(guessed.linkId))?.state).toBe('denied')
    expect(told()).toContainEqual({ kind: 'device-denied', linkId: guessed.linkId, jkt: '' })
  })

  test('needs no digits to deny, even from another network', async () => {
    const jkt = randomJkt()
    const userId = randomUUID()
    const { linkId, token } = await mail({ jkt, userId })
    expect(await decide(token, { decision: 'deny', opener: elsewhere })).toBe('denied')
    expect(told()).toEqual([{ kind: 'device-denied', linkId, userId, jkt }])
    expect(await vault.auditOf(userId)).toEqual([])
  })

  test('approves the device for half an hour from the decision', async () => {
    const [jkt, userId] = [randomJkt(), randomUUID()]
    const { email, linkId, token } = await mail({ jkt, userId })
    // The approval is as old as the request that it answers.
    const createdAt = clock.nowMs
    clock.nowMs += minute
    expect(await decide(token)).toBe('approved')
    const hmac = contactHmac(vault.services.hmacKey, email)
    const { queries } = vault.services
    const read = async () =>
      (await queries.select().from(evidence)).filter((row) => row.jkt === jkt)
    const expiresAt = clock.nowMs + 30 * minute
    expect(await read()).toEqual([{ contactHmac: hmac, jkt, createdAt, expiresAt }])
    expect(told()).toEqual([{ kind: 'device-approved', linkId, jkt }])
    expect(await vault.auditOf(userId)).toMatchObject([
      { kind: 'link-approved', linkId, link: 'device' },
    ])
    const again = await mail({ jkt, email })
    await decide(again.token)
    const renewed = { createdAt: clock.nowMs, expiresAt: clock.nowMs + 30 * minute }
    expect(await read()).toEqual([{ contactHmac: hmac, jkt, ...renewed }])
  })

  test('freezes the user when a freeze link is approved, and changes nothing when it is denied', async () => {
    const email = newAddress()
    const userId = await vault.addUser({ email })
    const denied = await mail({ kind: 'freeze', email, userId })
    expect(await decide(denied.token, { decision: 'deny' })).toBe('denied')
    expect(told()).toEqual([])
    expect(await vault.readRow(userId)).toMatchObject({ frozenAt: null })
    const { linkId, token } = await mail({
      kind: 'freeze',
      email,
      userId,
      requester: undefined as never,
    })
    expect(await decide(token)).toBe('approved')
    expect(await vault.readRow(userId)).toMatchObject({ frozenAt: clock.nowMs, unfreezeAt: null })
    expect(told()).toEqual([{ kind: 'frozen', userId }])
    expect(await vault.auditOf(userId)).toMatchObject([
      { kind: 'frozen' },
      { kind: 'link-approved', link: 'freeze', linkId },
    ])
  })

  test('ends a freeze a day after an unfreeze link is approved, and changes nothing for a user who is not frozen', async () => {
    const email = newAddress()
    for (const frozenAt of [clock.nowMs - 5, null]) {
      const userId = await vault.addUser({ email, frozenAt })
      const { linkId, token } = await mail({ kind: 'unfreeze', email, userId })
      expect(await decide(token)).toBe('approved')
      const unfreezeAt = frozenAt === null ? null : clock.nowMs + day
      expect(await vault.readRow(userId)).toMatchObject({ frozenAt, unfreezeAt })
      expect(told()).toContainEqual({ kind: 'unfreezing', linkId, userId })
      clock.nowMs += 30_000
    }
  })
})

describe('freezing through a denied link', () => {
  const frozenAt = async (userId: string) => (await vault.readRow(userId))?.frozenAt ?? null
  const freeze = (token: string) => freezeByLink(vault.services, token)

  test('needs a denied link that has not expired', async () => {
    const email = newAddress()
    const userId = await vault.addUser({ email })
    for (const decision of [undefined, 'approve'] as const) {
      const { token } = await mail({ email })
      if (decision) await decide(token, { decision })
      await freeze(token)
      clock.nowMs += 30_000
    }
    const { expiresAt, token } = await mail({ email })
    await decide(token, { decision: 'deny' })
    clock.nowMs = expiresAt
    await freeze(token)
    expect(await frozenAt(userId)).toBeNull()
    clock.nowMs = expiresAt - 1
    await freeze(token)
    expect(await frozenAt(userId)).toBe(clock.nowMs)
  })

  test('freezes every user of the address, and those for whom it still counts as the previous address', async () => {
    const [email, next] = [newAddress(), newAddress()]
    const previousHmac = contactHmac(vault.services.hmacKey, email)
    const previously = (ms: number) =>
      vault.addUser({ email: next, previousHmac, previousUntil: clock.nowMs + ms })
    const frozen = [
      await vault.addUser({ email }),
      await vault.addUser({ email }),
      await previously(1),
    ]
    const others = [
      await previously(0),
      await vault.addUser({ email: next }),
      await vault.addUser(),
    ]
    const { token } = await mail({ email })
    await decide(token, { decision: 'deny' })
    vault.events.length = 0
    await freeze(token)
    for (const userId of frozen) {
      expect(await frozenAt(userId)).toBe(clock.nowMs)
      expect(told()).toContainEqual({ kind: 'frozen', userId })
      expect(await vault.auditOf(userId)).toMatchObject([{ kind: 'frozen' }])
    }
    for (const userId of others) expect(await frozenAt(userId)).toBeNull()
    expect(told()).toHaveLength(3)
    // A second freeze changes nothing; one whose end was approved begins again.
    const first = clock.nowMs
    clock.nowMs += 1
    await freeze(token)
    expect([await frozenAt(frozen[0]!), told().length]).toEqual([first, 3])
    const { queries } = vault.services
    const set = { unfreezeAt: clock.nowMs + day }
    await queries.update(users).set(set).where(eq(users.userId, frozen[0]!))
    await freeze(token)
    expect(await vault.readRow(frozen[0]!)).toMatchObject({
      ...{ frozenAt: clock.nowMs, unfreezeAt: null },
    })
    expect(told()).toHaveLength(4)
  })

  test('freezes only the user of the link when the link names one', async () => {
    const email = newAddress()
    const [userId, other] = [await vault.addUser({ email }), await vault.addUser({ email })]
    const { token } = await mail({ email, userId })
    await decide(token, { decision: 'deny' })
    await freeze(token)
    expect([await frozenAt(userId), await frozenAt(other)]).toEqual([clock.nowMs, null])
  })
})
