import { randomBytes, randomUUID } from 'node:crypto'
import type { BodyOf } from '@foyer/protocol'
import {
  challengeAad,
  createReleaseKey,
  decodeBase64Url,
  encodeBase64Url,
  encodeShare,
  exportPublicKey,
  type FactorMode,
  openFromRecoveryKey,
  openRelease,
  type RecoveryFactor,
  type RecoveryKeyRecord,
  type recoveryPrepare,
  thumbprint,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../auth/accessToken.ts'
import { contactHmac } from '../contacts/bindContact.ts'
import { recordOwner, sealText } from '../contacts/contact.ts'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { newFacts } from '../createTestWallet.test.kit.ts'
import { evidence, recoveryKeys, shares, wallets } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { randomJkt } from '../startTestVault.test.kit.ts'
import { commit } from './commit.ts'
import { listFactors, putFactor, removeFactor } from './factors.ts'
import { forget } from './forget.ts'
import { key } from './key.ts'
import { prepare } from './prepare.ts'
import { release } from './release.ts'

const [minute, day] = [60_000, 86_400_000]
const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
let vault: Awaited<ReturnType<typeof createTestServices>>
let services: Services
beforeAll(async () => {
  vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
  services = vault.services
})
afterAll(() => vault.stop())
beforeEach(() => {
  clock.nowMs += 7 * day
  vault.mails.length = 0
  vault.events.length = 0
})
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

type Change = BodyOf<typeof recoveryPrepare>
type Kind = 'device' | 'recovery'
const random = (bytes: number) => Uint8Array.from(randomBytes(bytes))
const shareOf = (
  { epoch, fp, walletId }: WalletFacts,
  setId: string,
  more: Partial<Parameters<typeof encodeShare>[0]> = {},
) =>
  encodeShare({
    ...{ role: 'rec', walletId, setId, epoch, share: random(17) },
    ...{ fp: Uint8Array.from(Buffer.from(fp, 'base64url')), ...more },
  })
function changeOf(
  wallet: WalletFacts,
  kinds: readonly Kind[] = ['recovery', 'device'],
  more: Partial<Change> = {},
): Change {
  const sets = kinds.map((kind) => {
    const setId = randomUUID()
    return { setId, kind, share: encodeBase64Url(shareOf(wallet, setId)) }
  })
  return { changeId: randomUUID(), wallet, mode: 'auto', sets, ...more }
}
/** A device of a user, whose link was approved just now. */
async function newCaller({ userId, email }: { userId?: string; email?: string } = {}) {
  const address = email ?? `${randomUUID()}@shop.example`
  const caller: Caller = {
    ...{ userId: userId ?? (await vault.addUser({ email: address })), jkt: randomJkt() },
    ...{ sid: randomUUID(), issuedAt: clock.nowMs },
  }
  await approve(address, caller)
  return { caller, email: address }
}
const approve = (email: string, { jkt }: Caller) => {
  const row = { contactHmac: contactHmac(services.hmacKey, email), jkt }
  const expiresAt = clock.nowMs + 30 * minute
  const target = [evidence.contactHmac, evidence.jkt]
  return services.queries
    .insert(evidence)
    .values({ ...row, expiresAt })
    .onConflictDoUpdate({ target, set: { expiresAt } })
}
const put = async (change: Change, caller: Caller) => {
  await prepare(services, change, caller)
  return commit(services, { changeId: change.changeId }, caller)
}
async function newWallet() {
  const { caller, email } = await newCaller()
  const facts = newFacts()
  const change = changeOf(facts)
  await put(change, caller)
  const [recovery, device] = change.sets as [Change['sets'][number], Change['sets'][number]]
  return { ...{ caller, change, device, email, facts, recovery }, walletId: facts.walletId }
}
const setsOf = async (userId: string) =>
  new Set(
    (await services.queries.select().from(shares).where(eq(shares.userId, userId))).map(
      ({ setId }) => setId,
    ),
  )
/** A recovery key of a user-held mode, and its private half. */
const newFactor = (given: Partial<RecoveryFactor> = {}): RecoveryFactor => ({
  ...{ id: 'code', mode: 'code', createdAt: 0, wrapped: encodeBase64Url(random(180)) },
  ...{ kdf: { salt: encodeBase64Url(random(16)) }, ...given },
})
async function newKey(mode: FactorMode = 'code', epoch = 2) {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  const publicKey = await exportPublicKey(pair.publicKey)
  const record: RecoveryKeyRecord = {
    ...{ keyId: await thumbprint(publicKey), publicKey, epoch },
    factors: [newFactor({ id: mode, mode })],
  }
  /** The answer to the challenge that `key` gives. */
  const answer = async (walletId: string, caller: Caller) => {
    const { challenge } = await key(services, { walletId }, caller)
    const opened = await openFromRecoveryKey({
      ...{ sealed: decodeBase64Url(challenge), privateKey: pair.privateKey },
      ...{ recoveryKey: publicKey, aad: challengeAad(walletId) },
    })
    return encodeBase64Url(opened)
  }
  return { answer, record }
}
const askShare = async (
  { facts, setId }: { facts: WalletFacts; setId: string },
  caller: Caller,
  more: { purpose?: 'verify' | 'recover'; answer?: string; rid?: string } = {},
) => {
  const { epk, privateKey } = await createReleaseKey()
  const wallet = { wallet: facts, setId, epk }
  const body = { purpose: 'recover' as const, rid: randomUUID(), ...wallet, ...more }
  const { jwe, mode } = await release(services, body, caller)
  return { mode, bytes: await openRelease({ jwe, privateKey, walletId: facts.walletId, setId }) }
}

describe('preparing a wallet change', () => {
  test.each<[string, (facts: WalletFacts, setId: string) => Uint8Array<ArrayBuffer>]>([
    ['role', (facts, setId) => shareOf(facts, setId, { role: 'auth' })],
    ['set', (facts) => shareOf(facts, randomUUID())],
    ['wallet', (facts, setId) => shareOf(facts, setId, { walletId: randomUUID() })],
    ['epoch', (facts, setId) => shareOf(facts, setId, { epoch: 2 })],
  ])('error: refuses a share of another %s', async (_, make) => {
    const { caller } = await newCaller()
    const facts = newFacts()
    const change = changeOf(facts)
    const [first, second] = change.sets
    const share = encodeBase64Url(make(facts, first!.setId))
    const wrong = { ...change, sets: [{ ...first!, share }, second!] }
    expect(await outcome(prepare(services, wrong, caller))).toBe('request-invalid')
    expect(await setsOf(caller.userId)).toEqual(new Set())
    expect(await outcome(prepare(services, change, caller))).toBe('done')
  })

  test('stores the change once, for one device only', async () => {
    const { caller, email } = await newCaller()
    const change = changeOf(newFacts())
    const { changeId } = change
    for (const _ of [1, 2]) expect(await prepare(services, change, caller)).toEqual({ changeId })
    expect((await setsOf(caller.userId)).size).toBe(2)
    const { caller: second } = await newCaller({ userId: caller.userId, email })
    const { caller: stranger } = await newCaller()
    for (const other of [second, stranger]) {
      expect(await outcome(prepare(services, change, other))).toBe('change-conflict')
      const copied = { ...change, changeId: randomUUID() }
      expect(await outcome(prepare(services, copied, other))).toBe('change-conflict')
    }
    expect((await setsOf(stranger.userId)).size).toBe(0)
  })

  test('deletes a change after a day when another one is prepared, unless it was committed', async () => {
    const { caller, change, email, facts } = await newWallet()
    const live = change.sets.map(({ setId }) => setId)
    const left = changeOf(facts, ['recovery'])
    await prepare(services, left, caller)
    const { caller: other } = await newCaller()
    const theirs = changeOf(newFacts())
    await prepare(services, theirs, other)
    clock.nowMs += day - 1
    await approve(email, caller)
    const [first, second] = [changeOf(facts, ['device']), changeOf(facts, ['device'])]
    await prepare(services, first, caller)
    expect(await setsOf(caller.userId)).toContain(left.sets[0]!.setId)
    clock.nowMs += 1
    await prepare(services, second, caller)
    const ids = [first, second].map(({ sets }) => sets[0]!.setId)
    expect(await setsOf(caller.userId)).toEqual(new Set([...live, ...ids]))
    expect((await setsOf(other.userId)).size).toBe(2)
  })

  test('error: refuses more sets than a user may have', async () => {
    const { caller, facts } = await newWallet()
    const limited = (setsOfUser: number) => ({
      ...services,
      limits: { ...services.limits, setsOfUser },
    })
    const next = () => changeOf(facts, ['device'])
    expect(await outcome(prepare(limited(2), next(), caller))).toBe('releases-exceeded')
    expect((await setsOf(caller.userId)).size).toBe(2)
    expect(await outcome(prepare(limited(3), next(), caller))).toBe('done')
    expect((await setsOf(caller.userId)).size).toBe(3)
    // Another browser of the user prepares its own.
    await services.queries
      .update(shares)
      .set({ jkt: randomJkt() })
      .where(and(eq(shares.userId, caller.userId), isNull(shares.committedAt)))
    expect(await outcome(prepare(limited(3), next(), caller))).toBe('done')
    expect(await outcome(prepare(limited(3), next(), caller))).toBe('releases-exceeded')
  })

  test('needs a key with a matching mode and id for a user-held mode, and the factor to change either', async () => {
    const { caller, facts } = await newWallet()
    const { record: recoveryKey } = await newKey()
    const of = (more: Partial<Change>) =>
      outcome(prepare(services, changeOf({ ...facts, epoch: 2 }, undefined, more), caller))
    expect(await of({ mode: 'code' })).toBe('request-invalid')
    expect(await of({ mode: 'password', recoveryKey })).toBe('request-invalid')
    const keyId = (await newKey()).record.keyId
    expect(await of({ mode: 'code', recoveryKey: { ...recoveryKey, keyId } })).toBe(
      'request-invalid',
    )
    const { caller: other, facts: theirs } = await newWallet()
    const next = { ...theirs, epoch: 2 }
    const change = changeOf(next, undefined, { mode: 'code', recoveryKey })
    expect(await outcome(put(change, other))).toBe('done')
    // Further sets of the mode need no other key, and their shares are opaque.
    const opaque = { setId: randomUUID(), kind: 'device' as const }
    const sets = [{ ...opaque, share: encodeBase64Url(random(200)) }]
    const more = changeOf(next, [], { mode: 'code', sets })
    expect(await outcome(prepare(services, more, other))).toBe('done')
    // Another mode, or another key, needs the factor.
    for (const changed of [
      {},
      { mode: 'code' as const, recoveryKey: (await newKey()).record },
      { mode: 'password' as const },
    ])
      expect(await outcome(prepare(services, changeOf(next, undefined, changed), other))).toBe(
        'factor-required',
      )
  })

  test.each([
    ['evm', '0x0000000000000000000000000000000000000001'],
    ['sol', '1'.repeat(32)],
  ])('error: refuses another %s address for the same wallet', async (name, value) => {
    const { caller, facts } = await newWallet()
    const change = changeOf({ ...facts, [name]: value })
    expect(await outcome(prepare(services, change, caller))).toBe('change-conflict')
  })

  test('error: refuses a new wallet without a recovery set', async () => {
    const { caller } = await newCaller()
    const change = changeOf(newFacts(), ['device'])
    expect(await outcome(prepare(services, change, caller))).toBe('request-invalid')
  })

  test('replaces a wallet only with evidence, and only while no wallet was confirmed', async () => {
    const { caller, facts, walletId } = await newWallet()
    const other = () => changeOf(newFacts())
    clock.nowMs += 30 * minute
    expect(await outcome(prepare(services, changeOf(facts), caller))).toBe('done')
    expect(await outcome(prepare(services, other(), caller))).toBe('evidence-required')
    const approved = await newWallet()
    expect(await outcome(prepare(services, other(), approved.caller))).toBe('done')
    const confirm = { walletId: approved.walletId, setIds: [] }
    await forget(services, confirm, approved.caller)
    expect(await outcome(prepare(services, other(), approved.caller))).toBe('change-conflict')
    expect(walletId).not.toBe(approved.walletId)
  })
})

describe('committing a wallet change', () => {
  test('creates the wallet, logs it once, and answers a repeated call the same', async () => {
    const { caller, change, walletId } = await newWallet()
    const { changeId } = change
    const written = async () =>
      (await vault.auditOf(caller.userId)).filter(({ kind }) => kind === 'change-committed')
    expect(await written()).toMatchObject([{ walletId, epoch: 1, mode: 'auto' }])
    expect(await commit(services, { changeId }, caller)).toEqual({ changeId })
    expect(await written()).toHaveLength(1)
    const own = eq(wallets.userId, caller.userId)
    const [row] = await services.queries.select().from(wallets).where(own)
    expect(row).toMatchObject({ walletId, createdAt: clock.nowMs, confirmedAt: null })
  })

  test('keeps the confirmation of a wallet across later changes, and accepts none for a replaced wallet', async () => {
    const { caller, facts, walletId } = await newWallet()
    const own = eq(wallets.userId, caller.userId)
    const read = async () => (await services.queries.select().from(wallets).where(own))[0]
    const other = newFacts()
    clock.nowMs += 1
    await put(changeOf(other), caller)
    expect(await read()).toMatchObject({
      ...{ walletId: other.walletId, createdAt: clock.nowMs, confirmedAt: null },
    })
    const confirmedAt = clock.nowMs
    await forget(services, { walletId, setIds: [] }, caller)
    expect((await read())?.confirmedAt).toBeNull()
    await forget(services, { walletId: other.walletId, setIds: [] }, caller)
    clock.nowMs += 1
    await forget(services, { walletId: other.walletId, setIds: [] }, caller)
    await put(changeOf({ ...other, epoch: 2 }), caller)
    expect(await read()).toMatchObject({ confirmedAt, createdAt: confirmedAt })
    expect(facts.walletId).toBe(walletId)
  })

  test('error: refuses a change of another device, of another user, or an unknown one', async () => {
    const { caller, email } = await newCaller()
    const change = changeOf(newFacts())
    await prepare(services, change, caller)
    const { changeId } = change
    const { caller: second } = await newCaller({ userId: caller.userId, email })
    const { caller: stranger } = await newCaller()
    for (const [id, who] of [
      [changeId, second],
      [changeId, { ...stranger, jkt: caller.jkt }],
      [randomUUID(), caller],
    ] as const)
      expect(await outcome(commit(services, { changeId: id }, who))).toBe('change-unknown')
    expect(await outcome(commit(services, { changeId }, caller))).toBe('done')
  })
})

describe('a recovery', () => {
  test('releases the share once a request, notifies the login server and the user, and logs the release', async () => {
    const { caller, email, facts, recovery } = await newWallet()
    const { jkt, userId } = caller
    const { setId, share } = recovery
    const rid = randomUUID()
    const { bytes, mode } = await askShare({ facts, setId }, caller, { rid })
    expect([encodeBase64Url(bytes), mode]).toEqual([share, 'auto'])
    expect(vault.events).toMatchObject([{ kind: 'recovered', userId, jkt }])
    expect(vault.mails).toMatchObject([{ kind: 'freeze', to: email }])
    const { walletId } = facts
    expect((await vault.auditOf(userId)).at(-1)).toMatchObject({
      ...{ kind: 'released', walletId, setId, rid, evidence: 'email' },
    })
    expect(await outcome(askShare({ facts, setId }, caller, { rid }))).toBe('releases-exceeded')
    expect([vault.events.length, vault.mails.length]).toEqual([1, 1])
  })

  test('sends a separate event and no mail when only the login server vouches for the user', async () => {
    const caller: Caller = {
      ...{ userId: await vault.addUser(), jkt: randomJkt() },
      ...{ sid: randomUUID(), issuedAt: clock.nowMs },
    }
    const facts = newFacts()
    const change = changeOf(facts)
    await put(change, caller)
    const { setId } = change.sets[0]!
    await askShare({ facts, setId }, caller)
    expect(vault.events).toMatchObject([{ kind: 'recovered-asserted', userId: caller.userId }])
    expect(vault.mails).toEqual([])
  })

  test('returns a prepared share to its own device only, without counting or reporting it', async () => {
    const { caller, email, facts } = await newWallet()
    const next = { ...facts, epoch: 2 }
    const change = changeOf(next)
    await prepare(services, change, caller)
    const before = (await vault.auditOf(caller.userId)).length
    const { caller: second } = await newCaller({ userId: caller.userId, email })
    for (const { setId, share } of change.sets) {
      const set = { facts: next, setId }
      const { bytes } = await askShare(set, caller, { purpose: 'verify' })
      expect(encodeBase64Url(bytes)).toBe(share)
      expect(await outcome(askShare(set, caller))).toBe('share-unknown')
      expect(await outcome(askShare(set, second, { purpose: 'verify' }))).toBe('share-unknown')
    }
    expect([vault.events, vault.mails]).toEqual([[], []])
    expect(await vault.auditOf(caller.userId)).toHaveLength(before)
  })

  test('needs evidence, and releases only the recovery set of this user and wallet', async () => {
    const { caller, device, facts, recovery } = await newWallet()
    const { setId } = recovery
    const { caller: stranger } = await newCaller()
    for (const [set, who, code] of [
      [{ facts, setId: device.setId }, caller, 'share-unknown'],
      [{ facts, setId: randomUUID() }, caller, 'share-unknown'],
      [{ facts: { ...facts, walletId: randomUUID() }, setId }, caller, 'share-unknown'],
      [{ facts, setId }, stranger, 'share-unknown'],
      [{ facts: { ...facts, epoch: 2 }, setId }, caller, 'share-unreadable'],
      [{ facts, setId }, { ...caller, jkt: randomJkt() }, 'evidence-required'],
    ] as const)
      expect(await outcome(askShare(set, who))).toBe(code)
    clock.nowMs += 30 * minute
    expect(await outcome(askShare({ facts, setId }, caller))).toBe('evidence-required')
    expect(vault.events).toEqual([])
  })

  test('needs an answer made with the recovery key in a user-held mode; each known device can read that key', async () => {
    const { caller, facts, walletId } = await newWallet()
    const { answer, record: recoveryKey } = await newKey()
    const next = { ...facts, epoch: 2 }
    const change = changeOf(next, undefined, { mode: 'code', recoveryKey })
    await prepare(services, change, caller)
    const { changeId } = change
    // Before the commit only its device can read it, and only for its wallet.
    expect((await key(services, { walletId, changeId }, caller)).key).toEqual(recoveryKey)
    const read = (who: Caller, body: { walletId: string; changeId?: string }) =>
      outcome(key(services, body, who))
    const { caller: stranger } = await newCaller()
    expect([
      await read(stranger, { walletId, changeId }),
      await read(caller, { walletId: randomUUID(), changeId }),
      await read(caller, { walletId, changeId: randomUUID() }),
      await read(caller, { walletId }),
      await read({ ...caller, jkt: randomJkt() }, { walletId }),
    ]).toEqual([...Array(4).fill('share-unknown'), 'evidence-required'])
    await commit(services, { changeId }, caller)
    expect(await read(caller, { walletId, changeId })).toBe('share-unknown')
    const { setId } = change.sets[0]!
    const set = { facts: next, setId }
    expect(await outcome(askShare(set, caller))).toBe('factor-required')
    const given = await answer(walletId, caller)
    expect((await vault.auditOf(caller.userId)).at(-1)).toMatchObject({ kind: 'factor-tried' })
    expect((await askShare(set, caller, { answer: given })).mode).toBe('code')
  })
})

describe('deleting sets', () => {
  test('deletes the named sets and those before an epoch, but never the newest recovery set', async () => {
    const { caller, device, facts, recovery, walletId } = await newWallet()
    const { userId } = caller
    const [second, third] = [changeOf({ ...facts, epoch: 2 }), changeOf({ ...facts, epoch: 3 })]
    for (const change of [second, third]) {
      clock.nowMs += 1
      await put(change, caller)
    }
    const newest = third.sets[0]!.setId
    const one = (body: { setIds?: string[]; before?: number }) =>
      forget(services, { walletId, setIds: [], ...body }, caller)
    const all = await setsOf(userId)
    expect(all.size).toBe(6)
    // Nothing is deleted before an epoch that is not in force yet.
    await one({ before: 4 })
    await one({})
    await one({ setIds: [newest] })
    expect(await setsOf(userId)).toEqual(all)
    await one({ setIds: [device.setId] })
    all.delete(device.setId)
    expect(await setsOf(userId)).toEqual(all)
    await one({ before: 2 })
    all.delete(recovery.setId)
    expect(await setsOf(userId)).toEqual(all)
    await one({ before: 3 })
    expect(await setsOf(userId)).toEqual(new Set(third.sets.map(({ setId }) => setId)))
    const counts = (await vault.auditOf(userId))
      .filter(({ kind }) => kind === 'sets-deleted')
      .map(({ count }) => count)
    expect(counts).toEqual([0, 1, 1, 2])
  })

  test('needs a known key, and deletes no set of another user or wallet', async () => {
    const [mine, theirs] = [await newWallet(), await newWallet()]
    const { caller, device, walletId } = mine
    const setIds = [device.setId]
    expect(
      await outcome(forget(services, { walletId, setIds }, { ...caller, jkt: randomJkt() })),
    ).toBe('evidence-required')
    const own = { walletId: theirs.walletId, setIds }
    await forget(services, own, theirs.caller)
    await forget(services, { walletId, setIds }, theirs.caller)
    await forget(services, { walletId: randomUUID(), setIds }, caller)
    expect((await setsOf(caller.userId)).size).toBe(2)
    await forget(services, { walletId, setIds }, caller)
    expect((await setsOf(caller.userId)).size).toBe(1)
  })

  test('keeps the key of the mode in force, and deletes it once the mode is automatic', async () => {
    const { caller, email, facts, walletId } = await newWallet()
    const { answer, record } = await newKey()
    const held = changeOf({ ...facts, epoch: 2 }, undefined, { mode: 'code', recoveryKey: record })
    await put(held, caller)
    const keys = async () => {
      const own = eq(recoveryKeys.userId, caller.userId)
      return (await services.queries.select().from(recoveryKeys).where(own)).length
    }
    const sets = (epoch: number, more: Partial<Change> = {}) =>
      changeOf({ ...facts, epoch }, undefined, { mode: 'code', ...more })
    clock.nowMs += 1
    await approve(email, caller)
    await put(sets(3), caller)
    await forget(services, { walletId, setIds: [], before: 3 }, caller)
    expect(await keys()).toBe(1)
    clock.nowMs += 1
    await put(sets(4, { mode: 'auto', answer: await answer(walletId, caller) }), caller)
    for (const [before, left] of [
      [2, 1],
      [3, 0],
    ] as const) {
      await forget(services, { walletId, setIds: [], before }, caller)
      expect([before, await keys()]).toEqual([before, left])
    }
  })
})

describe('[T97] factors of a recovery key', () => {
  async function heldWallet() {
    const wallet = await newWallet()
    const made = await newKey()
    const { caller, email, facts, walletId } = wallet
    await put(
      changeOf({ ...facts, epoch: 2 }, undefined, { mode: 'code', recoveryKey: made.record }),
      caller,
    )
    const { keyId } = made.record
    const opened = async () => ({ walletId, keyId, answer: await made.answer(walletId, caller) })
    const list = async () =>
      (await listFactors(services, caller, { jkt: caller.jkt, madeIn: '' })).factors.map(
        ({ id }) => id,
      )
    return { ...wallet, caller, email, list, opened, record: made.record }
  }
  const passkey = (id: string, createdAt = 1) => newFactor({ id, mode: 'passkey', createdAt })

  test('are added and removed with the opened key, and each change is mailed with a link that freezes', async () => {
    const { caller, email, list, opened, record, walletId } = await heldWallet()
    const factor = passkey('first')
    await putFactor(services, { ...(await opened()), factor }, caller)
    expect(await list()).toEqual(['code', 'first'])
    const { key: kept } = await key(services, { walletId }, caller)
    expect(kept).toEqual({ ...record, factors: [...record.factors, factor] })
    // The same id again replaces it.
    await putFactor(services, { ...(await opened()), factor: passkey('first', 2) }, caller)
    expect(await list()).toEqual(['code', 'first'])
    await removeFactor(services, { ...(await opened()), id: 'code' }, caller)
    expect(await list()).toEqual(['first'])
    await removeFactor(services, { ...(await opened()), id: 'code' }, caller)
    const topics = vault.mails.filter(({ to }) => to === email).map(({ kind }) => kind)
    expect(topics.slice(-4)).toEqual([
      'factor-added',
      'factor-added',
      'factor-removed',
      'factor-removed',
    ])
    const last = removeFactor(services, { ...(await opened()), id: 'first' }, caller)
    expect(await outcome(last)).toBe('change-conflict')
    const told = (await vault.auditOf(caller.userId)).filter(({ kind }) =>
      String(kind).startsWith('factor-'),
    )
    expect(told.at(-1)).toMatchObject({ kind: 'factor-tried' })
    expect(told.map(({ kind }) => kind)).toContain('factor-removed')
  })

  test('error: are neither listed for another device, nor changed without the answer, for another key or above twelve', async () => {
    const { caller, list, opened } = await heldWallet()
    const right = await opened()
    const factor = passkey('first')
    const stranger = { ...caller, jkt: randomJkt() }
    const { caller: other } = await heldWallet()
    const wrong = encodeBase64Url(random(32))
    const keyId = (await newKey()).record.keyId
    for (const [given, who, code] of [
      [right, stranger, 'evidence-required'],
      [right, other, 'change-conflict'],
      [{ ...right, answer: wrong }, caller, 'factor-required'],
      [{ ...right, keyId }, caller, 'change-conflict'],
      [{ ...right, walletId: randomUUID() }, caller, 'change-conflict'],
    ] as const) {
      expect(await outcome(putFactor(services, { ...given, factor }, who))).toBe(code)
      expect(await outcome(removeFactor(services, { ...given, id: 'code' }, who))).toBe(code)
    }
    const { userId } = caller
    const look = listFactors(services, { userId }, { jkt: stranger.jkt, madeIn: '' })
    expect(await outcome(look)).toBe('evidence-required')
    for (let index = 1; index < 12; index++)
      await putFactor(services, { ...right, factor: passkey(`id${index}`) }, caller)
    expect(await outcome(putFactor(services, { ...right, factor }, caller))).toBe('change-conflict')
    expect(await list()).toHaveLength(12)
  })

  test('error: a wallet with automatic recovery has none, and takes none', async () => {
    const { caller, walletId } = await newWallet()
    const { jkt, userId } = caller
    expect(await listFactors(services, { userId }, { jkt, madeIn: '' })).toEqual({ factors: [] })
    const { keyId } = (await newKey()).record
    const answer = encodeBase64Url(random(32))
    const factor = newFactor()
    expect(await outcome(putFactor(services, { walletId, keyId, answer, factor }, caller))).toBe(
      'change-conflict',
    )
  })

  test('reads a key that was stored with one factor, and stores it with several after the first change', async () => {
    const { caller, list, opened, record, walletId } = await heldWallet()
    const { factors, ...rest } = record
    const { createdAt: _, id: __, ...only } = factors[0]!
    const own = eq(recoveryKeys.walletId, walletId)
    const [row] = await services.queries.select().from(recoveryKeys).where(own)
    const owner = recordOwner(walletId, row!.changeId)
    const older = await sealText(services.kms, {
      owner,
      text: JSON.stringify({ ...rest, ...only }),
    })
    await services.queries.update(recoveryKeys).set(older).where(own)
    const upgraded = { ...record, factors: [{ ...factors[0]!, createdAt: row!.createdAt }] }
    expect((await key(services, { walletId }, caller)).key).toEqual(upgraded)
    const factor = passkey('first', row!.createdAt + 1)
    await putFactor(services, { ...(await opened()), factor }, caller)
    expect(await list()).toEqual(['code', 'first'])
    expect((await key(services, { walletId }, caller)).key).toEqual({
      ...upgraded,
      factors: [...upgraded.factors, factor],
    })
  })
})
