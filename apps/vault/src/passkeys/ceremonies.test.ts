import { randomUUID } from 'node:crypto'
import {
  decodeBase64Url,
  encodeBase64Url,
  passkeySalt,
  type RecoveryKeyRecord,
} from '@foyer/protocol/custody'
import { vaultFreeze } from '@foyer/protocol/vault'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactHmac } from '../contacts/bindContact.ts'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { evidence, passkeys, recoveryKeys, shares, wallets } from '../database/schema.ts'
import { createSoftPasskey, type SoftPasskey } from '../model/softPasskey.test.kit.ts'
import { sealRecord } from '../shares/recoveryRecord.ts'
import { passkeyApprover } from '../standing.ts'
import { randomJkt } from '../startTestVault.test.kit.ts'
import { answerPasskeyChallenge, assertPasskey } from './assertPasskey.ts'
import { listPasskeys, removePasskey } from './listPasskeys.ts'
import { consumePasskeyChallenge, newPasskeyChallenge } from './passkeyChallenges.ts'
import { answerPasskeyOptions, registerPasskey } from './registerPasskey.ts'
import { userHandle } from './userHandle.ts'

const [minute, day] = [60_000, 86_400_000]
const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
const madeIn = 'Chrome on Linux'
let vault: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
})
afterAll(() => vault.stop())
beforeEach(() => {
  clock.nowMs += day
  vault.mails.length = 0
})
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

/** A user, and a key that the user approved by mail for half an hour. */
async function approvedKey() {
  const email = `${randomUUID()}@shop.example`
  const [jkt, userId] = [randomJkt(), await vault.addUser({ email })]
  const hmac = contactHmac(vault.services.hmacKey, email)
  const row = { contactHmac: hmac, jkt, expiresAt: clock.nowMs + 30 * minute }
  await vault.services.queries.insert(evidence).values(row)
  return { email, jkt, userId }
}
type Key = { userId: string; jkt: string }

async function register({ jkt, userId }: Key, passkey: SoftPasskey) {
  const owner = { purpose: 'create', jkt, userId } as const
  const registration = passkey.register(newPasskeyChallenge(vault.services, owner))
  return registerPasskey(vault.services, { userId, registration }, { jkt, madeIn })
}
async function newPasskey(key: Key): Promise<SoftPasskey> {
  const passkey = await createSoftPasskey()
  await register(key, passkey)
  return passkey
}
async function use({ jkt, userId }: Key, passkey: SoftPasskey, origin?: string) {
  const owner = { purpose: 'get', jkt, userId } as const
  const assertion = await passkey.assert(newPasskeyChallenge(vault.services, owner))
  return { assertion, caller: { jkt, userId, origin } }
}
const assert = async (key: Key, passkey: SoftPasskey) =>
  outcome(assertPasskey(vault.services, await use(key, passkey)))
const rowOf = async ({ id }: SoftPasskey) => {
  const { queries } = vault.services
  const [row] = await queries.select().from(passkeys).where(eq(passkeys.credentialId, id))
  return row
}
const isEvidence = ({ jkt, userId }: Key) => vault.allowsRecovery({ jkt, userId })

describe('a passkey challenge', () => {
  const owner = { purpose: 'get', jkt: randomJkt(), userId: randomUUID() } as const
  const consume = (challenge: string, by: Parameters<typeof newPasskeyChallenge>[1] = owner) =>
    consumePasskeyChallenge(vault.services, challenge, by)

  test('is valid once, for five minutes, and only for its device, user and purpose', async () => {
    const challenge = newPasskeyChallenge(vault.services, owner)
    for (const other of [
      { purpose: 'create' as const },
      { jkt: randomJkt() },
      { userId: randomUUID() },
    ])
      expect(await consume(challenge, { ...owner, ...other })).toBe(false)
    clock.nowMs += 5 * minute
    expect(await consume(challenge)).toBe(false)
    clock.nowMs -= 1
    expect(await consume(challenge)).toBe(true)
    expect(await consume(challenge)).toBe(false)
  })

  test('has 16 random bytes, and its expiry can not be changed', async () => {
    const challenge = newPasskeyChallenge(vault.services, owner)
    const [random = '', until, mac] = Buffer.from(challenge, 'base64url').toString().split('.')
    expect(decodeBase64Url(random)).toHaveLength(16)
    const later = [random, String(Number(until) + 1), mac].join('.')
    expect(await consume(Buffer.from(later).toString('base64url'))).toBe(false)
    expect(await consume('AAAA')).toBe(false)
  })
})

describe('registering a passkey', () => {
  test('offers options with user verification, PRF and the existing passkeys excluded', async () => {
    const key = await approvedKey()
    const { email, jkt, userId } = key
    const { id } = await newPasskey(key)
    const ask = { userId, evidence: undefined }
    const { options } = await answerPasskeyOptions(vault.services, ask, { jkt, madeIn })
    const first = encodeBase64Url(await passkeySalt(userId))
    expect(options).toEqual({
      challenge: expect.any(String),
      rp: { id: 'id.example', name: 'id.example' },
      user: { id: userHandle(userId), name: email, displayName: email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [{ type: 'public-key', id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: 5 * minute,
      extensions: { prf: { eval: { first } } },
    })
  })

  test('stores the passkey with its device, notifies the user by mail, and logs it in the audit log', async () => {
    const key = await approvedKey()
    const { email, jkt, userId } = key
    const passkey = await newPasskey(key)
    expect(await rowOf(passkey)).toMatchObject({
      ...{ userId, jkt, madeIn, counter: 0, transports: '', createdAt: clock.nowMs },
      lastUsedAt: null,
    })
    expect(vault.mails).toMatchObject([{ kind: 'passkey', to: email }])
    expect(await vault.auditOf(userId)).toMatchObject([{ kind: 'passkey-added' }])
    // The link in that mail freezes the user.
    await vault.decide(vault.newestToken())
    expect(await vault.readRow(userId)).toMatchObject({ frozenAt: clock.nowMs })
  })

  test('is refused without evidence, in a frame, for another device, and a second time', async () => {
    const key = await approvedKey()
    const passkey = await createSoftPasskey()
    const stranger = { ...key, jkt: randomJkt() }
    expect(await outcome(register(stranger, passkey))).toBe('evidence-required')
    const owner = { purpose: 'create', jkt: stranger.jkt, userId: key.userId } as const
    const registration = passkey.register(newPasskeyChallenge(vault.services, owner))
    const device = { jkt: key.jkt, madeIn }
    const put = (sent: typeof registration) =>
      outcome(registerPasskey(vault.services, { userId: key.userId, registration: sent }, device))
    expect(await put(registration)).toBe('request-invalid')
    const created = { purpose: 'create', jkt: key.jkt, userId: key.userId } as const
    const framed = passkey.register(newPasskeyChallenge(vault.services, created))
    const { clientDataJSON } = framed.response
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const text = JSON.stringify({ ...said, crossOrigin: true })
    const response = { ...framed.response, clientDataJSON: Buffer.from(text).toString('base64url') }
    expect(await put({ ...framed, response })).toBe('request-invalid')
    expect(await outcome(register(key, passkey))).toBe('done')
    expect(await outcome(register(key, passkey))).toBe('change-conflict')
    const other = await approvedKey()
    expect(await outcome(register(other, passkey))).toBe('change-conflict')
    expect(await rowOf(passkey)).toMatchObject({ userId: key.userId })
  })

  test('is refused above the number of passkeys that a user may have', async () => {
    const [key, other] = [await approvedKey(), await approvedKey()]
    const limits = { ...vault.services.limits, passkeysOfUser: 2 }
    const one = async ({ jkt, userId }: Key) => {
      const owner = { purpose: 'create', jkt, userId } as const
      const challenge = newPasskeyChallenge(vault.services, owner)
      const registration = (await createSoftPasskey()).register(challenge)
      const body = { userId, registration }
      return outcome(registerPasskey({ ...vault.services, limits }, body, { jkt, madeIn }))
    }
    expect([await one(key), await one(other), await one(key), await one(key)]).toEqual([
      ...['done', 'done', 'done', 'change-conflict'],
    ])
  })

  test('names the passkey "Wallet" and mails nothing when the user has no address', async () => {
    const [userId, jkt] = [await vault.addUser(), randomJkt()]
    const expiresAt = clock.nowMs + 1
    const by = { contactHmac: passkeyApprover(userId), jkt, expiresAt }
    await vault.services.queries.insert(evidence).values(by)
    const ask = { userId, evidence: undefined }
    const { options } = await answerPasskeyOptions(vault.services, ask, { jkt, madeIn })
    expect(options.user).toMatchObject({ name: 'Wallet', displayName: 'Wallet' })
    await newPasskey({ userId, jkt })
    expect(vault.mails).toEqual([])
  })
})

describe('asserting a passkey', () => {
  test("lists the user's passkeys in its options, but only for a known key", async () => {
    const key = await approvedKey()
    const { jkt, userId } = key
    const { id } = await newPasskey(key)
    const { queries } = vault.services
    const set = { transports: 'internal,hybrid' }
    const ask = async (by: string) =>
      (await answerPasskeyChallenge(vault.services, { userId }, { jkt: by, madeIn })).options
    const first = encodeBase64Url(await passkeySalt(userId))
    const options = {
      ...{ challenge: expect.any(String), rpId: 'id.example', userVerification: 'required' },
      ...{ timeout: 5 * minute, extensions: { prf: { eval: { first } } } },
    }
    const named = { type: 'public-key', id }
    expect(await ask(jkt)).toEqual({ ...options, allowCredentials: [named] })
    await queries.update(passkeys).set(set).where(eq(passkeys.credentialId, id))
    const transports = ['internal', 'hybrid']
    expect(await ask(jkt)).toEqual({ ...options, allowCredentials: [{ ...named, transports }] })
    expect(await ask(randomJkt())).toEqual({ ...options, allowCredentials: [] })
  })

  test('counts as evidence for this device, for five minutes', async () => {
    const key = await approvedKey()
    const passkey = await newPasskey(key)
    const next = { userId: key.userId, jkt: randomJkt() }
    expect(await assert(next, passkey)).toBe('done')
    expect(await rowOf(passkey)).toMatchObject({ lastUsedAt: clock.nowMs })
    expect((await vault.auditOf(key.userId)).at(-1)).toMatchObject({ kind: 'passkey-used' })
    clock.nowMs += 5 * minute - 1
    expect(await isEvidence(next)).toBe(true)
    clock.nowMs += 1
    expect(await isEvidence(next)).toBe(false)
    // Used again, it counts from then on.
    expect(await assert(next, passkey)).toBe('done')
    clock.nowMs += 5 * minute - 1
    expect(await isEvidence(next)).toBe(true)
  })

  test('is not verified again while it counts, because a recovery sends it with two calls', async () => {
    const key = await approvedKey()
    const passkey = await newPasskey(key)
    const next = { userId: key.userId, jkt: randomJkt() }
    const used = await use(next, passkey)
    await assertPasskey(vault.services, used)
    expect(await outcome(assertPasskey(vault.services, used))).toBe('done')
    clock.nowMs += 5 * minute
    expect(await outcome(assertPasskey(vault.services, used))).toBe('evidence-required')
  })

  test('is ignored when the passkey does not belong to this user', async () => {
    const [key, other] = [await approvedKey(), await approvedKey()]
    const passkey = await newPasskey(other)
    const next = { userId: key.userId, jkt: randomJkt() }
    expect(await assert(next, passkey)).toBe('done')
    expect(await assert(next, await createSoftPasskey())).toBe('done')
    expect(await isEvidence(next)).toBe(false)
  })

  test('is ignored in a frame when the browser does not name the page around it, and refused when the named page is wrong or not signed', async () => {
    const key = await approvedKey()
    const passkey = await newPasskey(key)
    const next = { userId: key.userId, jkt: randomJkt() }
    const { assertion, caller } = await use(next, passkey, 'https://shop.example')
    const data = Buffer.from(assertion.response.clientDataJSON, 'base64url').toString()
    const framed = (place: object) => ({
      ...assertion,
      response: {
        ...assertion.response,
        clientDataJSON: Buffer.from(
          JSON.stringify({ ...JSON.parse(data), crossOrigin: true, ...place }),
        ).toString('base64url'),
      },
    })
    for (const [place, result] of [
      [{}, 'done'],
      [{ topOrigin: 'https://evil.example' }, 'evidence-required'],
      // The right page, but the signature covers other client data.
      [{ topOrigin: 'https://shop.example' }, 'evidence-required'],
    ] as const) {
      const offered = { assertion: framed(place), caller }
      expect(await outcome(assertPasskey(vault.services, offered))).toBe(result)
      expect(await isEvidence(next)).toBe(false)
    }
  })

  test("is refused with another user's handle, and accepted with this user's own", async () => {
    const key = await approvedKey()
    const passkey = await newPasskey(key)
    const next = { userId: key.userId, jkt: randomJkt() }
    const { assertion, caller } = await use(next, passkey)
    const withHandle = (handle: string) => ({
      assertion: { ...assertion, response: { ...assertion.response, userHandle: handle } },
      caller,
    })
    const wrong = withHandle(userHandle(randomUUID()))
    expect(await outcome(assertPasskey(vault.services, wrong))).toBe('evidence-required')
    const right = withHandle(userHandle(key.userId))
    expect(await outcome(assertPasskey(vault.services, right))).toBe('done')
    expect(await isEvidence(next)).toBe(true)
  })

  test('is refused with a wrong signature, an old counter, or for a frozen user', async () => {
    const key = await approvedKey()
    const passkey = await newPasskey(key)
    const next = { userId: key.userId, jkt: randomJkt() }
    const { assertion, caller } = await use(next, passkey)
    const { signature } = (await use(next, passkey)).assertion.response
    const forged = { ...assertion, response: { ...assertion.response, signature } }
    expect(await outcome(assertPasskey(vault.services, { assertion: forged, caller }))).toBe(
      'evidence-required',
    )
    const { queries } = vault.services
    const own = eq(passkeys.credentialId, passkey.id)
    await queries.update(passkeys).set({ counter: 1 }).where(own)
    expect(await assert(next, passkey)).toBe('evidence-required')
    await queries.update(passkeys).set({ counter: 0 }).where(own)
    await vault.call(vaultFreeze, { userId: key.userId })
    expect(await assert(next, passkey)).toBe('account-frozen')
  })

  test('is refused when the passkey is removed during its verification', async () => {
    const key = await approvedKey()
    const passkey = await newPasskey(key)
    const next = { userId: key.userId, jkt: randomJkt() }
    const offered = await use(next, passkey)
    let calls = 0
    const services = {
      ...vault.services,
      // The first read finds the passkey; it is deleted before the transaction.
      queries: new Proxy(vault.services.queries, {
        get(queries, name: 'transaction') {
          if (name !== 'transaction') return Reflect.get(queries, name)
          return async (run: Parameters<typeof queries.transaction>[0]) => {
            calls++
            await queries.delete(passkeys).where(eq(passkeys.credentialId, passkey.id))
            return queries.transaction(run)
          }
        },
      }),
    }
    expect(await outcome(assertPasskey(services, offered))).toBe('evidence-required')
    expect([calls, await isEvidence(next)]).toEqual([1, false])
  })
})

describe('the passkeys of a user', () => {
  test('are listed from oldest to newest, and only to a known key', async () => {
    const key = await approvedKey()
    const { jkt, userId } = key
    const made = []
    for (const ms of [2000, -1000, 500]) {
      clock.nowMs += ms
      made.push({ passkey: await newPasskey(key), at: clock.nowMs })
    }
    await newPasskey(await approvedKey())
    const sorted = made.sort((one, other) => one.at - other.at)
    const { passkeys: listed } = await listPasskeys(vault.services, { userId }, { jkt, madeIn })
    expect(listed).toEqual(
      sorted.map(({ at, passkey: { id } }) => ({ id, madeIn, createdAt: at, lastUsedAt: null })),
    )
    const stranger = { jkt: randomJkt(), madeIn }
    expect(await outcome(listPasskeys(vault.services, { userId }, stranger))).toBe(
      'evidence-required',
    )
    const remove = { id: listed[0]!.id, userId }
    expect(await outcome(removePasskey(vault.services, remove, stranger))).toBe('evidence-required')
  })

  test('can be removed, except one that opens the recovery key in force', async () => {
    const key = await approvedKey()
    const { jkt, userId } = key
    const [first, second] = [await newPasskey(key), await newPasskey(key)]
    const theirs = await newPasskey(await approvedKey())
    const facts = { walletId: randomUUID(), evm: '', sol: '', createdAt: 0 }
    const { queries } = vault.services
    await queries.insert(wallets).values({ userId, ...facts })
    const setId = randomUUID()
    await queries.insert(shares).values({
      ...{ setId, userId, kind: 'recovery', jkt, mode: 'passkey', epoch: 1 },
      ...{ ...facts, kid: '', edk: '', ct: '', changeId: randomUUID(), committedAt: 1 },
    })
    const keyed = { changeId: randomUUID(), walletId: facts.walletId }
    const coordinate = 'A'.repeat(43)
    const wrapped = { wrapped: 'AAAA', kdf: { salt: 'AAAA' }, createdAt: 0 }
    const record: RecoveryKeyRecord = {
      ...{ keyId: coordinate, epoch: 1 },
      publicKey: { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate },
      factors: [{ id: second.id, mode: 'passkey', ...wrapped }],
    }
    await queries.insert(recoveryKeys).values({
      ...{ ...keyed, userId, jkt, mode: 'passkey', epoch: 1, createdAt: 0, committedAt: 1 },
      ...(await sealRecord(vault.services, { ...keyed, record })),
    })
    const remove = ({ id }: SoftPasskey) =>
      outcome(removePasskey(vault.services, { id, userId }, { jkt, madeIn }))
    const device = { userId, jkt: randomJkt() }
    await assert(device, second)
    // Removing another user's passkey changes nothing.
    expect(await remove(theirs)).toBe('done')
    expect([await rowOf(theirs), await isEvidence(device)]).toEqual([expect.anything(), true])
    expect(await remove(first)).toBe('done')
    expect([await rowOf(first), await isEvidence(device)]).toEqual([undefined, false])
    expect((await vault.auditOf(userId)).at(-1)).toMatchObject({ kind: 'passkey-removed' })
    expect(await remove(second)).toBe('change-conflict')
    await queries.update(shares).set({ mode: 'auto' }).where(eq(shares.setId, setId))
    expect(await remove(second)).toBe('done')
    expect(await rowOf(second)).toBeUndefined()
  })
})
