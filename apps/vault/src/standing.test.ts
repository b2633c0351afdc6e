import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endSessions } from './auth/endSessions.ts'
import { contactHmac } from './contacts/bindContact.ts'
import { createTestServices } from './createTestServices.test.kit.ts'
import { evidence, passkeys, revokedKeys, shares, used, wallets } from './database/schema.ts'
import { forgetDevice } from './shares/forgetDevice.ts'
import {
  mayBeRestored,
  passkeyApprover,
  readStanding,
  requireStanding,
  type Standing,
} from './standing.ts'
import { randomJkt } from './startTestVault.test.kit.ts'

const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
const newAddress = () => `${randomUUID()}@shop.example`
let vault: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
})
afterAll(() => vault.stop())
beforeEach(() => {
  clock.nowMs += 86_400_000
})

type Asking = Parameters<typeof readStanding>[2]
const standingOf = (asking: Asking, more: { allowAssertedRecovery?: boolean } = {}) =>
  vault.services.queries.transaction((tx) =>
    readStanding({ ...vault.services, ...more }, tx, asking),
  )
/** The evidence that counts, or the code of the refusal. */
const evidenceOf = (asking: Asking, more: { allowAssertedRecovery?: boolean } = {}) =>
  standingOf(asking, more).then(
    (standing) => standing.evidence,
    (error: { code: string }) => error.code,
  )
const approve = (by: string, jkt: string, forMs: number) =>
  vault.services.queries
    .insert(evidence)
    .values({ contactHmac: by, jkt, expiresAt: clock.nowMs + forMs })
const hmacOf = (email: string) => contactHmac(vault.services.hmacKey, email)

describe('evidence of a user for a device key', () => {
  test.each([
    ['email', 1],
    [undefined, 0],
  ])('is %s when the approval expires in %i ms', async (outcome, ms) => {
    const [email, jkt] = [newAddress(), randomJkt()]
    const userId = await vault.addUser({ email })
    await approve(hmacOf(email), jkt, ms)
    expect(await evidenceOf({ userId, jkt })).toBe(outcome)
    expect(await evidenceOf({ userId, jkt: randomJkt() })).toBeUndefined()
  })

  test('is an approval by the current address or by a passkey; the address takes precedence', async () => {
    const [email, old, jkt] = [newAddress(), newAddress(), randomJkt()]
    const until = { previousHmac: hmacOf(old), previousUntil: clock.nowMs + 1 }
    const userId = await vault.addUser({ email, ...until })
    await approve(hmacOf(email), jkt, 9)
    expect(await evidenceOf({ userId, jkt })).toBeUndefined()
    await approve(passkeyApprover(userId), jkt, 9)
    expect(await evidenceOf({ userId, jkt })).toBe('passkey')
    clock.nowMs += 1
    expect(await evidenceOf({ userId, jkt })).toBe('email')
    // A passkey of another user approves nothing here.
    const other = randomJkt()
    await approve(passkeyApprover(randomUUID()), other, 9)
    expect(await evidenceOf({ userId, jkt: other })).toBeUndefined()
  })

  test('is refused for an unknown user, and for a frozen one until the freeze has ended', async () => {
    const [email, jkt] = [newAddress(), randomJkt()]
    expect(await evidenceOf({ userId: randomUUID(), jkt })).toBe('evidence-required')
    const unfreezeAt = clock.nowMs + 1
    const frozen = await vault.addUser({ email, frozenAt: 1 })
    const ending = await vault.addUser({ email, frozenAt: 1, unfreezeAt })
    for (const userId of [frozen, ending])
      expect(await evidenceOf({ userId, jkt })).toBe('account-frozen')
    clock.nowMs += 1
    expect(await evidenceOf({ userId: frozen, jkt })).toBe('account-frozen')
    expect(await evidenceOf({ userId: ending, jkt })).toBeUndefined()
  })
})

describe('the word of the login server as evidence', () => {
  const token = () => ({ sid: randomUUID(), issuedAt: clock.nowMs })

  test('counts with a token, only for users without other evidence, and only if the operator allows it', async () => {
    const [jkt, userId] = [randomJkt(), await vault.addUser()]
    expect(await evidenceOf({ userId, jkt, ...token() })).toBe('asserted')
    const off = { allowAssertedRecovery: false }
    expect(await evidenceOf({ userId, jkt, ...token() }, off)).toBeUndefined()
    const mailed = await vault.addUser({ email: newAddress() })
    expect(await evidenceOf({ userId: mailed, jkt, ...token() })).toBeUndefined()
  })

  test('counts without a token only while the user has no passkey, on a device of the wallet in force', async () => {
    const [jkt, userId, walletId] = [randomJkt(), await vault.addUser(), randomUUID()]
    const { queries } = vault.services
    const page = () => evidenceOf({ userId, jkt }, { allowAssertedRecovery: false })
    expect(await page()).toBeUndefined()
    const facts = { walletId, evm: '', sol: '', createdAt: 0 }
    await queries.insert(wallets).values({ userId, ...facts })
    const key = { jkt, publicKey: '', counter: 0, transports: '', madeIn: '', createdAt: 0 }
    const put = (more: Partial<typeof shares.$inferInsert>) =>
      queries.insert(shares).values({
        ...{ setId: randomUUID(), userId, kind: 'device', jkt, mode: 'auto', epoch: 1 },
        ...{ ...facts, kid: '', edk: '', ct: '', changeId: randomUUID(), committedAt: 1 },
        ...more,
      })
    // None of these makes the key a device of the wallet in force.
    for (const other of [
      { walletId: randomUUID() },
      { userId: randomUUID() },
      { jkt: randomJkt() },
      { kind: 'recovery' as const },
      { committedAt: null },
    ])
      await put(other)
    expect((await standingOf({ userId, jkt })).isDevice).toBe(false)
    expect(await page()).toBeUndefined()
    await put({})
    expect((await standingOf({ userId, jkt })).isDevice).toBe(true)
    expect(await page()).toBe('asserted')
    await queries.insert(passkeys).values({ ...key, credentialId: randomUUID(), userId: 'another' })
    expect(await page()).toBe('asserted')
    await queries.insert(passkeys).values({ ...key, credentialId: randomUUID(), userId })
    expect(await page()).toBeUndefined()
  })
})

describe('an access token', () => {
  test('is refused when it was issued before its key was revoked, or at the same moment', async () => {
    const [jkt, userId, sid] = [randomJkt(), await vault.addUser(), randomUUID()]
    const at = clock.nowMs
    await forgetDevice(vault.services, { userId, jkt, at })
    const issued = (issuedAt: number, more = {}) =>
      evidenceOf({ userId, jkt, sid, issuedAt, ...more })
    expect(await issued(at - 1)).toBe('token-invalid')
    expect(await issued(at)).toBe('token-invalid')
    expect(await issued(at + 1)).toBe('asserted')
    expect(await issued(at, { jkt: randomJkt() })).toBe('asserted')
    expect(await issued(at, { userId: await vault.addUser() })).toBe('asserted')
  })

  test('is refused up to the last revocation; a revocation time in the future counts at most one minute ahead', async () => {
    const [jkt, userId] = [randomJkt(), randomUUID()]
    const revokedTo = async (at: number) => {
      await forgetDevice(vault.services, { userId, jkt, at })
      const rows = await vault.services.queries.select().from(revokedKeys)
      return rows.find((row) => row.jkt === jkt)?.notBefore
    }
    const now = clock.nowMs
    expect(await revokedTo(now)).toBe(now)
    // A revocation that arrives late moves nothing back.
    expect(await revokedTo(now - 5)).toBe(now)
    expect(await revokedTo(now + 60_000)).toBe(now + 60_000)
    expect(await revokedTo(now + 60_001)).toBe(now + 60_000)
    expect(await vault.auditOf(userId)).toEqual([])
  })

  test('is refused after its session has ended, for longer than any token is valid', async () => {
    const [jkt, userId, sid] = [randomJkt(), await vault.addUser(), randomUUID()]
    const issuedAt = clock.nowMs
    await endSessions(vault.services, { userId, sids: [randomUUID(), sid] })
    expect(await evidenceOf({ userId, jkt, sid, issuedAt })).toBe('token-invalid')
    expect(await evidenceOf({ userId, jkt, sid: randomUUID(), issuedAt })).toBe('asserted')
    const other = await vault.addUser()
    expect(await evidenceOf({ userId: other, jkt, sid, issuedAt })).toBe('asserted')
    const rows = await vault.services.queries.select().from(used)
    const own = rows.filter(({ key }) => key.includes(userId))
    expect(own.map(({ until }) => until - clock.nowMs)).toEqual([900_000, 900_000])
  })
})

describe('the rights of a caller', () => {
  const base = { user: undefined as never, wallet: undefined, isDevice: false, evidence: undefined }

  test.each<[Partial<Standing>, 'known' | 'evidence', boolean]>([
    [{}, 'known', false],
    [{}, 'evidence', false],
    [{ isDevice: true }, 'known', true],
    [{ isDevice: true }, 'evidence', false],
    [{ evidence: 'email' }, 'known', true],
    [{ evidence: 'email' }, 'evidence', true],
    [{ evidence: 'asserted', isDevice: true }, 'evidence', true],
  ])('a caller with %j passes a check for %s: %s', (standing, need, isAdmitted) => {
    const admit = () => requireStanding({ ...base, ...standing }, need)
    if (isAdmitted) expect(admit).not.toThrow()
    else expect(admit).toThrow(expect.objectContaining({ status: 403, code: 'evidence-required' }))
  })

  test.each([
    ['no wallet', 'evidence', true],
    ['no wallet', 'none', false],
    ['the wallet', 'none', true],
    ['another, confirmed', 'evidence', false],
    ['another, not confirmed', 'evidence', true],
    ['another, not confirmed', 'none', false],
  ])(
    'with %s in force and %s given, the sets of a wallet can be released: %s',
    (inForce, need, isAllowed) => {
      const walletId = inForce === 'the wallet' ? 'w' : 'other'
      const confirmedAt = inForce === 'another, not confirmed' ? null : 1
      const facts = { userId: 'u', evm: '', sol: '', createdAt: 0 }
      const wallet = inForce === 'no wallet' ? undefined : { ...facts, walletId, confirmedAt }
      const accepted = need === 'evidence' ? ('email' as const) : undefined
      const standing = { ...base, wallet, evidence: accepted }
      expect(mayBeRestored(standing, { walletId: 'w' })).toBe(isAllowed)
    },
  )
})
