import { randomBytes, randomUUID } from 'node:crypto'
import type { BodyOf } from '@foyer/protocol'
import {
  type authPrepare,
  type authRelease,
  createReleaseKey,
  encodeBase64Url,
  encodeShare,
  openRelease,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { vaultReadSet } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { changes, identities, shares, users, wallets } from '../database/schema.ts'
import { sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import type { Session } from '../tokens/sessions.ts'
import { commit } from './commit.ts'
import { forget } from './forget.ts'
import { prepare } from './prepare.ts'
import { release } from './release.ts'
import { status } from './status.ts'

const [minute, day] = [60_000, 86_400_000]
let servers: TestServers
let services: Services
/** The vault has every set: what it has is tested elsewhere. */
function withSets({ callVault, ...rest }: Services): Services {
  const has = { isCommitted: true } as never
  return {
    ...rest,
    callVault: async (endpoint, body) =>
      endpoint.path === vaultReadSet.path ? has : callVault(endpoint, body),
  }
}

beforeAll(async () => {
  servers = await createTestServers('PGlite')
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  services = withSets(servers.services)
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 7 * day
})
const later = (ms: number) => {
  servers.clock.addMs += ms
}
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

/** A user with an address, logged in on a page of the login origin. */
async function newSession(more: Partial<Session> = {}) {
  const userId = more.userId ?? randomUUID()
  const email = newAddress()
  if (more.userId === undefined) {
    await services.queries.insert(users).values({ userId, createdAt: 0, lastSeenAt: 0 })
    await services.queries.insert(identities).values({
      ...{ id: randomUUID(), userId, provider: 'email', subject: email, createdAt: 0 },
      ...(await sealEmail(services.kms, userId, email)),
    })
  }
  const session = {
    ...{ sid: randomUUID(), userId, deviceId: randomUUID(), jkt: randomUUID() },
    ...{ projectId: null, origin: null, steppedUpUntil: null, ...more },
  } as Session
  return { email, session }
}
const newFacts = (): WalletFacts => ({
  ...{ walletId: randomUUID(), epoch: 1, fp: encodeBase64Url(Uint8Array.from(randomBytes(16))) },
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  sol: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
})
type Change = BodyOf<typeof authPrepare>
type Kind = 'device' | 'recovery'
const shareOf = (
  { epoch, fp, walletId }: WalletFacts,
  setId: string,
  more: Partial<Parameters<typeof encodeShare>[0]> = {},
) =>
  encodeShare({
    ...{ role: 'auth', walletId, setId, epoch, share: Uint8Array.from(randomBytes(17)) },
    ...{ fp: Uint8Array.from(Buffer.from(fp, 'base64url')), ...more },
  })
/** A change of these sets, each with its share. */
function changeOf(
  wallet: WalletFacts,
  kinds: readonly Kind[] = ['recovery', 'device'],
  more: Partial<Change> = {},
): Change {
  const sets = kinds.map((kind) => {
    const setId = randomUUID()
    return { setId, kind, share: encodeBase64Url(shareOf(wallet, setId)) }
  })
  return {
    ...{ changeId: randomUUID(), wallet, baseEpoch: wallet.epoch - 1, mode: 'auto', sets },
    ...more,
  }
}
const put = async (change: Change, session: Session) => {
  await prepare(services, change, session)
  return commit(services, { changeId: change.changeId }, session)
}
/** A wallet in force, of a new user. */
async function newWallet() {
  const { email, session } = await newSession()
  const facts = newFacts()
  const change = changeOf(facts)
  await put(change, session)
  const [recovery, device] = change.sets as [Change['sets'][number], Change['sets'][number]]
  return { change, device, email, facts, recovery, session }
}
const freeze = (userId: string, row: Partial<typeof users.$inferInsert>) =>
  services.queries.update(users).set(row).where(eq(users.userId, userId))
const setsOf = async (userId: string) =>
  (await services.queries.select().from(shares).where(eq(shares.userId, userId))).map(
    ({ setId }) => setId,
  )

describe('preparing a wallet change', () => {
  const other = '0x0000000000000000000000000000000000000001'
  test.each<[string, (facts: WalletFacts) => Change, string]>([
    ['a device set', (facts) => changeOf(facts, ['device'], { baseEpoch: 1 }), 'done'],
    ['a recovery set', (facts) => changeOf({ ...facts, epoch: 2 }, ['recovery']), 'done'],
    ['both', (facts) => changeOf({ ...facts, epoch: 2 }), 'done'],
    [
      'another wallet',
      (facts) => changeOf({ ...facts, walletId: randomUUID(), epoch: 2 }),
      'change-conflict',
    ],
    [
      'another EVM address',
      (facts) => changeOf({ ...facts, evm: other, epoch: 2 }),
      'change-conflict',
    ],
    [
      'another Solana address',
      (facts) => changeOf({ ...facts, sol: '1'.repeat(32), epoch: 2 }),
      'change-conflict',
    ],
    [
      'another fingerprint',
      (facts) => changeOf({ ...facts, fp: 'A'.repeat(22), epoch: 2 }),
      'change-conflict',
    ],
    ['a past epoch', (facts) => changeOf(facts), 'change-conflict'],
    [
      'an epoch too far',
      (facts) => changeOf({ ...facts, epoch: 3 }, undefined, { baseEpoch: 1 }),
      'request-invalid',
    ],
    [
      'a device set of the next epoch',
      (facts) => changeOf({ ...facts, epoch: 2 }, ['device']),
      'request-invalid',
    ],
    [
      'a recovery set of this epoch',
      (facts) => changeOf(facts, ['recovery'], { baseEpoch: 1 }),
      'request-invalid',
    ],
    [
      'another mode without a recovery set',
      (facts) => changeOf(facts, ['device'], { baseEpoch: 1, mode: 'code' }),
      'request-invalid',
    ],
    [
      'another mode without a step-up',
      (facts) => changeOf({ ...facts, epoch: 2 }, undefined, { mode: 'code' }),
      'step-up-required',
    ],
  ])('accepts or refuses %s for a wallet in force', async (_, make, result) => {
    const { facts, session } = await newWallet()
    expect(await outcome(prepare(services, make(facts), session))).toBe(result)
  })

  test.each<[string, (facts: WalletFacts) => Change, string]>([
    ['both sets', (facts) => changeOf(facts), 'done'],
    ['a recovery set alone', (facts) => changeOf(facts, ['recovery']), 'request-invalid'],
    ['another mode', (facts) => changeOf(facts, undefined, { mode: 'code' }), 'done'],
    [
      'an earlier epoch',
      (facts) => changeOf(facts, undefined, { baseEpoch: 1 }),
      'change-conflict',
    ],
  ])('accepts or refuses %s for a new wallet', async (_, make, result) => {
    const { session } = await newSession()
    expect(await outcome(prepare(services, make(newFacts()), session))).toBe(result)
  })

  test('needs an unexpired step-up to change the recovery mode', async () => {
    const { facts, session } = await newWallet()
    const change = changeOf({ ...facts, epoch: 2 }, undefined, { mode: 'code' })
    const until = (steppedUpUntil: number) =>
      outcome(prepare(services, change, { ...session, steppedUpUntil }))
    expect(await until(servers.now())).toBe('step-up-required')
    expect(await until(servers.now() + 1)).toBe('done')
  })

  test.each<[string, (facts: WalletFacts, setId: string) => Uint8Array<ArrayBuffer>]>([
    ['role', (facts, setId) => shareOf(facts, setId, { role: 'rec' })],
    ['set', (facts) => shareOf(facts, randomUUID())],
    ['wallet', (facts, setId) => shareOf(facts, setId, { walletId: randomUUID() })],
    ['epoch', (facts, setId) => shareOf(facts, setId, { epoch: 2 })],
  ])('error: refuses a share of another %s', async (_, make) => {
    const { session } = await newSession()
    const facts = newFacts()
    const change = changeOf(facts)
    const [first, second] = change.sets
    const share = encodeBase64Url(make(facts, first!.setId))
    const sets = [{ ...first!, share }, second!]
    expect(await outcome(prepare(services, { ...change, sets }, session))).toBe('request-invalid')
    expect(await setsOf(session.userId)).toEqual([])
  })

  test('stores the change once, for one device only', async () => {
    const { session } = await newSession()
    const change = changeOf(newFacts())
    for (const _ of [1, 2])
      expect(await prepare(services, change, session)).toEqual({ changeId: change.changeId })
    expect(await setsOf(session.userId)).toHaveLength(2)
    const { session: stranger } = await newSession()
    expect(await outcome(prepare(services, change, stranger))).toBe('change-conflict')
    // Another change with an existing set stores nothing at all.
    const copied = { ...change, changeId: randomUUID() }
    expect(await outcome(prepare(services, copied, stranger))).toBe('change-conflict')
    const rows = await services.queries
      .select()
      .from(changes)
      .where(eq(changes.userId, stranger.userId))
    expect([rows, await setsOf(stranger.userId)]).toEqual([[], []])
  })

  test('deletes a change after a day when another one is prepared, unless it was committed', async () => {
    const { change, facts, session } = await newWallet()
    const live = change.sets.map(({ setId }) => setId)
    const left = changeOf({ ...facts, epoch: 2 }, ['recovery'])
    await prepare(services, left, session)
    const next = () => changeOf(facts, ['device'], { baseEpoch: 1 })
    later(day - 1)
    const [first, second] = [next(), next()]
    await prepare(services, first, session)
    expect(await setsOf(session.userId)).toContain(left.sets[0]!.setId)
    later(1)
    await prepare(services, second, session)
    const ids = [first, second].map(({ sets }) => sets[0]!.setId)
    expect(new Set(await setsOf(session.userId))).toEqual(new Set([...live, ...ids]))
  })

  test('error: [T119] commits no change whose sets were deleted', async () => {
    const { change, facts, session } = await newWallet()
    const left = changeOf({ ...facts, epoch: 2 }, ['recovery'])
    await prepare(services, left, session)
    later(day)
    const next = changeOf(facts, ['device'], { baseEpoch: 1 })
    await prepare(services, next, session)
    const { changeId } = left
    expect(await outcome(commit(services, { changeId }, session))).toBe('change-unknown')
    const { wallet } = await status(services, {}, session)
    expect(wallet).toMatchObject({ epoch: 1, recoverySetId: change.sets[0]!.setId })
  })

  test('error: refuses more sets than a user may have', async () => {
    const { facts, session } = await newWallet()
    const limited = (setsOfUser: number) => ({
      ...services,
      limits: { ...services.limits, setsOfUser },
    })
    const next = () => changeOf(facts, ['device'], { baseEpoch: 1 })
    expect(await outcome(prepare(limited(2), next(), session))).toBe('releases-exceeded')
    expect(await outcome(prepare(limited(3), next(), session))).toBe('done')
    expect(await outcome(prepare(limited(3), next(), session))).toBe('releases-exceeded')
    // Another browser of the user prepares its own.
    const { session: second } = await newSession({ userId: session.userId })
    expect(await outcome(prepare(limited(3), next(), second))).toBe('done')
    expect(await outcome(prepare(limited(3), next(), second))).toBe('releases-exceeded')
    const { session: other } = await newSession()
    expect(await outcome(prepare(limited(1), changeOf(newFacts()), other))).toBe('done')
  })
})

describe('committing a wallet change', () => {
  test('creates the wallet, returns it, and answers a repeated call the same', async () => {
    const { session } = await newSession()
    const facts = newFacts()
    const change = changeOf(facts)
    const [recovery, device] = change.sets
    expect((await status(services, {}, session)).wallet).toBeNull()
    const answer = await put(change, session)
    expect(answer).toEqual({
      wallet: {
        ...{ ...facts, mode: 'auto', recoverySetId: recovery!.setId },
        deviceSetId: device!.setId,
      },
    })
    const { changeId } = change
    const before = await servers.auditOf(session.userId)
    expect(before).toMatchObject([{ kind: 'wallet-made', epoch: 1, mode: 'auto' }])
    expect(await commit(services, { changeId }, session)).toEqual(answer)
    expect(await servers.auditOf(session.userId)).toEqual(before)
    const { deviceId, userId } = session
    expect(await status(services, {}, session)).toEqual({
      ...{ userId, deviceId, custody: 'shares' },
      ...answer,
    })
    // Another device of the user has no set of its own.
    const { session: next } = await newSession({ userId })
    expect((await status(services, {}, next)).wallet).toMatchObject({ deviceSetId: null })
  })

  test('replaces the recovery set and the set of this device, but no set of another device', async () => {
    const { device, facts, recovery, session } = await newWallet()
    const { session: second } = await newSession({ userId: session.userId })
    const added = changeOf(facts, ['device'], { baseEpoch: 1 })
    await put(added, second)
    expect(new Set(await setsOf(session.userId))).toEqual(
      new Set([recovery.setId, device.setId, added.sets[0]!.setId]),
    )
    const next = changeOf({ ...facts, epoch: 2 }, undefined, { mode: 'code' })
    await put(next, { ...second, steppedUpUntil: servers.now() + 1 })
    expect(new Set(await setsOf(session.userId))).toEqual(
      new Set([device.setId, ...next.sets.map(({ setId }) => setId)]),
    )
    const { queries } = services
    const [user] = await queries.select().from(users).where(eq(users.userId, session.userId))
    expect(user?.recoveryMode).toBe('code')
    const [wallet] = await queries.select().from(wallets).where(eq(wallets.userId, session.userId))
    expect(wallet).toMatchObject({ epoch: 2, mode: 'code' })
    expect((await servers.auditOf(session.userId)).at(-1)).toMatchObject({
      ...{ kind: 'wallet-changed', epoch: 2, mode: 'code' },
    })
    // A recovery set alone replaces no device set.
    const alone = changeOf({ ...facts, epoch: 3 }, ['recovery'], { mode: 'code' })
    await put(alone, second)
    const deviceSets = [device.setId, next.sets.find(({ kind }) => kind === 'device')!.setId]
    expect(new Set(await setsOf(session.userId))).toEqual(
      new Set([...deviceSets, alone.sets[0]!.setId]),
    )
  })

  test('error: refuses a change of another device, of another user, or an unknown one', async () => {
    const { session } = await newSession()
    const change = changeOf(newFacts())
    await prepare(services, change, session)
    const { changeId } = change
    for (const [id, who] of [
      [changeId, { ...session, jkt: 'another' }],
      [changeId, { ...session, userId: (await newSession()).session.userId }],
      [randomUUID(), session],
    ] as const)
      expect(await outcome(commit(services, { changeId: id }, who))).toBe('change-unknown')
    expect(await outcome(commit(services, { changeId }, session))).toBe('done')
  })

  test('error: refuses a change when another one was committed since it was prepared', async () => {
    const { facts, session } = await newWallet()
    const [one, other] = [changeOf({ ...facts, epoch: 2 }), changeOf({ ...facts, epoch: 2 })]
    for (const change of [one, other]) await prepare(services, change, session)
    await commit(services, { changeId: one.changeId }, session)
    const late = commit(services, { changeId: other.changeId }, session)
    expect(await outcome(late)).toBe('change-conflict')
    // Two wallets of one user, prepared at once.
    const { session: next } = await newSession()
    const [first, second] = [changeOf(newFacts()), changeOf(newFacts())]
    for (const change of [first, second]) await prepare(services, change, next)
    await commit(services, { changeId: second.changeId }, next)
    expect(await outcome(commit(services, { changeId: first.changeId }, next))).toBe(
      'change-conflict',
    )
    // The id of another user's wallet.
    const { session: thief } = await newSession()
    const taken = changeOf({ ...newFacts(), walletId: facts.walletId })
    await prepare(services, taken, thief)
    expect(await outcome(commit(services, { changeId: taken.changeId }, thief))).toBe(
      'change-conflict',
    )
  })

  test.runIf(testEngines.includes('PostgreSQL'))(
    'waits for a commit of the same user that another database connection has begun',
    async () => {
      const own = await createTestServers('PostgreSQL')
      try {
        const ownServices = withSets(own.services)
        const { queries } = ownServices
        const { session } = await newSession({ userId: randomUUID() })
        const { userId } = session
        await queries.insert(users).values({ userId, createdAt: 0, lastSeenAt: 0 })
        const facts = newFacts()
        const [first, one, other] = [1, 2, 2].map((epoch) => changeOf({ ...facts, epoch }))
        const commitBy = (change: Change, by: Services = ownServices) =>
          outcome(commit(by, { changeId: change.changeId }, session))
        await prepare(ownServices, first!, session)
        expect(await commitBy(first!)).toBe('done')
        for (const change of [one!, other!]) await prepare(ownServices, change, session)
        let goOn = () => {}
        const gate = new Promise<void>((resolve) => {
          goOn = resolve
        })
        let isAtGate = false
        const audit: Services['audit'] = async () => {
          isAtGate = true
          await gate
        }
        const begun = commitBy(one!, { ...ownServices, audit })
        await expect.poll(() => isAtGate).toBe(true)
        const late = commitBy(other!)
        const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`
        await expect
          .poll(async () => ((await queries.execute(waiting)) as { rows: unknown[] }).rows.length)
          .toBe(1)
        goOn()
        expect([await begun, await late]).toEqual(['done', 'change-conflict'])
      } finally {
        await own.stop()
      }
    },
  )

  test('error: refuses a change that would leave no recovery set', async () => {
    const { facts, session } = await newWallet()
    const change = changeOf(facts, ['device'], { baseEpoch: 1 })
    await prepare(services, change, session)
    const { queries } = services
    await queries
      .delete(shares)
      .where(and(eq(shares.userId, session.userId), eq(shares.kind, 'recovery')))
    const { changeId } = change
    expect(await outcome(commit(services, { changeId }, session))).toBe('share-unknown')
  })
})

type Purpose = BodyOf<typeof authRelease>['purpose']

describe('releasing a share', () => {
  const ask = async (
    { setId, walletId }: { setId: string; walletId: string },
    purpose: Purpose,
    session: Session,
    own: Services = services,
  ) => {
    const { epk, privateKey } = await createReleaseKey()
    const rid = randomUUID()
    const { jwe } = await release(own, { epk, purpose, rid, setId, walletId }, session)
    return { bytes: await openRelease({ jwe, privateKey, walletId, setId }), rid }
  }
  const code = (...asked: Parameters<typeof ask>) => outcome(ask(...asked))

  test("depends only on the share's kind and state, the purpose and the device", async () => {
    const { device, facts, recovery, session } = await newWallet()
    const { walletId } = facts
    const prepared = changeOf({ ...facts, epoch: 2 })
    await prepare(services, prepared, session)
    const proved = { ...session, steppedUpUntil: servers.now() + 1 }
    const { session: second } = await newSession({ userId: session.userId })
    const secondProved = { ...second, steppedUpUntil: servers.now() + 1 }
    const ofPrepared = (kind: Kind) => prepared.sets.find((set) => set.kind === kind)!
    const purposes = ['sign', 'verify', 'recover', 'enrol', 'export'] as const
    const table = async (set: { setId: string }, who: Session) => {
      const allowed: Purpose[] = []
      for (const purpose of purposes)
        if ((await code({ ...set, walletId }, purpose, who)) === 'done') allowed.push(purpose)
      return allowed
    }
    expect(await table(device, proved)).toEqual(['sign', 'enrol', 'export'])
    expect(await table(device, secondProved)).toEqual([])
    expect(await table(recovery, proved)).toEqual(['recover'])
    expect(await table(recovery, secondProved)).toEqual(['recover'])
    for (const kind of ['device', 'recovery'] as const) {
      expect(await table(ofPrepared(kind), proved)).toEqual(['verify'])
      expect(await table(ofPrepared(kind), secondProved)).toEqual([])
    }
    // Another user, or another wallet.
    const { session: stranger } = await newSession()
    expect(await table(recovery, stranger)).toEqual([])
    expect(await code({ ...recovery, walletId: randomUUID() }, 'recover', session)).toBe(
      'share-unknown',
    )
  })

  test('returns the stored share, and logs the release in the audit log', async () => {
    const { device, facts, session } = await newWallet()
    const { walletId } = facts
    const { setId, share } = device
    const onSite = { ...session, origin: 'https://shop.example' }
    const { bytes, rid } = await ask({ setId, walletId }, 'sign', onSite)
    expect(encodeBase64Url(bytes)).toBe(share)
    const { deviceId, userId } = session
    expect((await servers.auditOf(userId)).at(-1)).toEqual({
      ...{ at: servers.now(), kind: 'share-released', purpose: 'sign', rid, userId, walletId },
      ...{ setId, deviceId, org: 'https://shop.example' },
    })
    const counted = await services.metrics.releases.get()
    expect(counted.values.find(({ labels }) => labels.purpose === 'sign')?.value).toBeGreaterThan(0)
  })

  test('exports only on a page of the login origin and after a step-up, and notifies the user', async () => {
    const { device, email, facts, session } = await newWallet()
    const set = { ...device, walletId: facts.walletId }
    const steppedUpUntil = servers.now() + 1
    const framed = { ...session, steppedUpUntil, origin: 'https://shop.example' }
    expect(await code(set, 'export', framed)).toBe('action-not-allowed')
    expect(await code(set, 'enrol', framed)).toBe('done')
    for (const purpose of ['export', 'enrol'] as const)
      for (const until of [null, servers.now()])
        expect(await code(set, purpose, { ...session, steppedUpUntil: until })).toBe(
          'step-up-required',
        )
    const told = () => servers.mails.filter(({ to }) => to === email).map(({ kind }) => kind)
    expect(told()).toEqual([])
    expect(await code(set, 'export', { ...session, steppedUpUntil })).toBe('done')
    expect(told()).toEqual(['exported'])
  })

  test('is refused for a frozen user, as are preparing and committing, until the freeze has ended', async () => {
    const { device, facts, session } = await newWallet()
    const set = { ...device, walletId: facts.walletId }
    const waiting = changeOf({ ...facts, epoch: 2 })
    await prepare(services, waiting, session)
    const all = async () => [
      await code(set, 'sign', session),
      await outcome(prepare(services, changeOf({ ...facts, epoch: 2 }), session)),
      await outcome(commit(services, { changeId: waiting.changeId }, session)),
    ]
    const frozen = Array(3).fill('account-frozen')
    await freeze(session.userId, { frozenAt: servers.now() })
    expect(await all()).toEqual(frozen)
    await freeze(session.userId, { unfreezeAt: servers.now() + 1 })
    expect(await all()).toEqual(frozen)
    later(1)
    expect(await all()).toEqual(['done', 'done', 'done'])
  })

  test('is refused when the account is frozen during the release', async () => {
    const { device, facts, session } = await newWallet()
    const set = { ...device, walletId: facts.walletId }
    const audit: Services['audit'] = async (tx, event) => {
      await services.audit(tx, event)
      await freeze(session.userId, { frozenAt: servers.now() })
    }
    expect(await code(set, 'sign', session, { ...services, audit })).toBe('account-frozen')
  })

  test('error: does not open a share that was moved in the database, and logs the failure', async () => {
    const { device, facts, session } = await newWallet()
    const own = eq(shares.setId, device.setId)
    await services.queries.update(shares).set({ epoch: 7 }).where(own)
    const before = servers.lines.length
    const set = { ...device, walletId: facts.walletId }
    expect(await code(set, 'sign', session)).toBe('share-unreadable')
    expect(servers.lines.slice(before).join()).toContain('a share does not open')
  })

  test('error: is refused to an unknown user', async () => {
    const { session } = await newSession({ userId: randomUUID() })
    const set = { setId: randomUUID(), walletId: randomUUID() }
    expect(await code(set, 'sign', session)).toBe('unauthorized')
  })
})

describe('the rate limits of releases', () => {
  const rate = (limit: number) => ({ limit, windowMs: minute })
  const one = async (
    limits: Partial<Services['limits']>,
    purpose: 'sign' | 'recover',
    wallet?: Awaited<ReturnType<typeof newWallet>>,
  ) => {
    const { device, facts, recovery, session } = wallet ?? (await newWallet())
    const { epk } = await createReleaseKey()
    const { setId } = purpose === 'sign' ? device : recovery
    const own = { ...services, limits: { ...services.limits, ...limits } }
    const body = { epk, purpose, rid: randomUUID(), setId, walletId: facts.walletId }
    return outcome(release(own, body, session))
  }
  const refusals = async (purpose: string) => {
    const { values } = await services.metrics.refusals.get()
    return values.find(({ labels }) => labels.purpose === purpose)?.value ?? 0
  }
  const alarms = () => servers.lines.filter((line) => line.includes('"alarm":"recoveries"')).length

  test('count signatures per device', async () => {
    const limits = { signsPerMinute: rate(2), recoveriesPerDay: rate(1) }
    const wallet = await newWallet()
    const before = await refusals('sign')
    const results = []
    for (const _ of [1, 2, 3]) results.push(await one(limits, 'sign', wallet))
    expect(results).toEqual(['done', 'done', 'releases-exceeded'])
    expect((await refusals('sign')) - before).toBe(1)
    expect(await one(limits, 'sign')).toBe('done')
    expect(await one(limits, 'recover', wallet)).toBe('done')
    later(minute)
    expect(await one(limits, 'sign', wallet)).toBe('done')
  })

  test('count recoveries per user without an alarm, and recoveries of all users with an alarm', async () => {
    const wallet = await newWallet()
    const [before, already] = [await refusals('recover'), alarms()]
    const ofUser = { recoveriesPerDay: rate(1), recoveriesPerMinute: rate(100) }
    expect([await one(ofUser, 'recover', wallet), await one(ofUser, 'recover', wallet)]).toEqual([
      ...['done', 'releases-exceeded'],
    ])
    expect([await one(ofUser, 'recover'), alarms() - already]).toEqual(['done', 0])
    later(minute)
    const ofAll = { recoveriesPerDay: rate(100), recoveriesPerMinute: rate(2) }
    const results = []
    for (const _ of [1, 2, 3]) results.push(await one(ofAll, 'recover'))
    expect(results).toEqual(['done', 'done', 'releases-exceeded'])
    expect([(await refusals('recover')) - before, alarms() - already]).toEqual([2, 1])
    expect(await one(ofAll, 'sign')).toBe('done')
  })

  test('error: report when to retry, and pass on any other failure of the limiter', async () => {
    const wallet = await newWallet()
    const { device, facts, session } = wallet
    const { epk } = await createReleaseKey()
    const body = { epk, purpose: 'sign', rid: randomUUID(), ...device, walletId: facts.walletId }
    const failing = (error: Error) =>
      release(
        { ...services, limiter: { take: () => Promise.reject(error) } },
        body as never,
        session,
      )
    await expect(
      failing(new HttpError(429, 'limit-exceeded', '', { retryAfterMs: 7 })),
    ).rejects.toMatchObject({ status: 429, code: 'releases-exceeded', retryAfterMs: 7 })
    await expect(failing(new HttpError(503, 'http-failed', ''))).rejects.toMatchObject({
      code: 'http-failed',
    })
    await expect(failing(new Error('broken'))).rejects.toThrow('broken')
  })
})

test('a device deletes only its own set of the wallet, and logs this once', async () => {
  const { device, facts, recovery, session } = await newWallet()
  const { walletId } = facts
  for (const [who, id] of [
    [{ ...session, jkt: 'another' }, walletId],
    [session, randomUUID()],
    [(await newSession()).session, walletId],
  ] as const) {
    expect(await forget(services, { walletId: id }, who)).toEqual({ forgotten: true })
    expect(await setsOf(session.userId)).toContain(device.setId)
  }
  for (const _ of [1, 2])
    expect(await forget(services, { walletId }, session)).toEqual({ forgotten: true })
  expect(await setsOf(session.userId)).toEqual([recovery.setId])
  const told = (await servers.auditOf(session.userId)).filter(
    ({ kind }) => kind === 'device-forgotten',
  )
  expect(told).toMatchObject([{ walletId, deviceId: session.deviceId }])
})
