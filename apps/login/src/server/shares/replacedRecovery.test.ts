import { randomUUID } from 'node:crypto'
import {
  createReleaseKey,
  encodeBase64Url,
  encodeShare,
  openRelease,
  recoveryCommit,
  recoveryPrepare,
  recoveryRelease,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endDevice } from '../account/devices.ts'
import { devices } from '../database/schema.ts'
import { type Account, openPeople, type People, type Place } from '../logins/people.test.kit.ts'
import { newChange, newFacts } from '../model/runSequence.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { commit } from './commit.ts'
import { forget } from './forget.ts'
import { prepare } from './prepare.ts'
import { release } from './release.ts'
import { findWallet, viewWallet } from './walletState.ts'

const pick = <item>(list: readonly item[], index: number): item => list[index % list.length]!
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const refusalOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof HttpError) return error.code
    throw error
  }
}
const acts = [
  ...['prepare', 'prepare', 'commit', 'commit', 'commit at the vault', 'forget'],
  ...['read the share', 'revoke', 'the owner changes', 'the owner stops halfway'],
] as const
const step = fc.tuple(fc.constantFrom(...acts), fc.nat(99))

describe.each(testEngines)('a login that the vault knows nothing of, on %s', (engine) => {
  let people: People
  beforeAll(async () => {
    people = await openPeople(engine)
  })
  afterAll(() => people?.stop())

  /** The vault's call of a device with an access token. */
  const asDevice = ({ caller: { jkt }, session: { sid, userId } }: Place) => {
    return { jkt, userId, sid, issuedAt: people.now() }
  }
  /** The same sets, with the vault's halves. */
  const vaultChange = ({ changeId, sets, wallet }: ReturnType<typeof newChange>) => ({
    ...{ changeId, wallet, mode: 'auto' as const },
    sets: sets.map(({ kind, setId }) => {
      const { epoch, fp, walletId } = wallet
      const share = crypto.getRandomValues(new Uint8Array(17))
      const said = { role: 'rec', walletId, setId, epoch, share, fp: bytesOf(fp) } as const
      return { kind, setId, share: encodeBase64Url(encodeShare(said)) }
    }),
  })

  test('replaces no recovery set: the owner restores the wallet after whatever it did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const { services, vault } = people
        const [email, google] = [newAddress(), { provider: 'google', subject: newAddress() }]
        let owner = (await people.enterByEmail(email)) as Place
        await people.addSocial(owner, google as Account)
        const { userId } = owner.session
        /** Halves of the recovery sets that the owner has put, by their ids. */
        const halves = new Map<string, { auth: string; rec: string }>()
        /** As a key worker does it. @param isHalfway - its browser is closed after the vault's commit */
        const put = async (wallet: WalletFacts, { isHalfway = false } = {}) => {
          const change = newChange(wallet, wallet.epoch - 1)
          const { changeId } = change
          const there = vaultChange(change)
          await prepare(services, change, owner.session)
          await vault.call(recoveryPrepare, there, asDevice(owner))
          await vault.call(recoveryCommit, { changeId }, asDevice(owner))
          const { setId, share } = change.sets[0]!
          halves.set(setId, { auth: share, rec: there.sets[0]!.share })
          if (isHalfway) return
          await commit(services, { changeId }, owner.session)
        }
        const facts = newFacts()
        await put(facts)
        const live = async () => (await findWallet(services.queries, userId))!
        const nextEpoch = async () => ({ ...facts, epoch: (await live()).epoch + 1 })

        const thief = (await people.enter(google as Account)) as Place
        const changeIds: string[] = []
        const attacks: Record<(typeof acts)[number], (n: number) => Promise<unknown>> = {
          async prepare(n) {
            const known = [...halves.keys(), randomUUID()]
            const setIds = n % 3 === 0 ? [pick(known, n), randomUUID()] : undefined
            const { epoch } = await live()
            const change = newChange({ ...facts, epoch: epoch + 1 }, epoch, setIds)
            const sets = pick([change.sets, change.sets.slice(0, 1)], n)
            changeIds.push(change.changeId)
            await refusalOf(prepare(services, { ...change, sets }, thief.session))
          },
          async commit(n) {
            const changeId = pick([...changeIds, randomUUID()], n)
            await refusalOf(commit(services, { changeId }, thief.session))
          },
          async 'commit at the vault'() {
            const change = newChange(await nextEpoch(), 0)
            changeIds.push(change.changeId)
            const there = vault.call(recoveryPrepare, vaultChange(change), asDevice(thief))
            expect(await refusalOf(there)).toBe('evidence-required')
            await refusalOf(prepare(services, change, thief.session))
          },
          forget: () => forget(services, facts, thief.session),
          async 'read the share'(n) {
            const { epk } = await createReleaseKey()
            const set = { setId: pick([...halves.keys()], n), walletId: facts.walletId }
            const asked = { ...set, purpose: 'recover', rid: randomUUID(), epk } as const
            await refusalOf(release(services, asked, thief.session))
          },
          async revoke() {
            const session = { ...thief.session, steppedUpUntil: people.now() + 1000 }
            const rows = await services.queries
              .select()
              .from(devices)
              .where(eq(devices.jkt, owner.caller.jkt))
            const { deviceId } = rows[0]!
            await refusalOf(endDevice(services, { deviceId }, session))
            people.clock.addMs += 61_000
            await services.vaultTeller.tell()
            owner = (await people.enterByEmail(email)) as Place
          },
          'the owner changes': async () => put(await nextEpoch()),
          'the owner stops halfway': async () => put(await nextEpoch(), { isHalfway: true }),
        }
        for (const [act, n] of steps) {
          people.clock.addMs += 1000
          await attacks[act](n)
          const { recoverySetId } = await viewWallet(services.queries, await live(), 'x')
          expect([...halves.keys()]).toContain(recoverySetId)
        }
        // In a new browser, a day later: releases are counted by the day.
        people.clock.addMs += 86_400_000
        owner = (await people.enterByEmail(email)) as Place
        const wallet = await live()
        const { recoverySetId: setId } = await viewWallet(services.queries, wallet, 'x')
        const { walletId } = wallet
        const rid = randomUUID()
        const { epk, privateKey } = await createReleaseKey()
        const asked = { setId, rid, epk, purpose: 'recover' } as const
        const here = await release(services, { ...asked, walletId }, owner.session)
        const { epoch, evm, fp, sol } = wallet
        const place = { walletId, epoch, fp, evm, sol }
        const there = await vault.call(
          recoveryRelease,
          { ...asked, wallet: place },
          asDevice(owner),
        )
        const open = async (jwe: string) =>
          encodeBase64Url(await openRelease({ jwe, privateKey, walletId, setId }))
        expect([await open(here.jwe), await open(there.jwe)]).toEqual([
          halves.get(setId)?.auth,
          halves.get(setId)?.rec,
        ])
      }),
      {
        numRuns: Number(process.env.MODEL_RUNS ?? 15),
        examples: [
          [
            [
              ['prepare', 1],
              ['commit', 0],
              ['revoke', 0],
            ],
          ],
        ],
      },
    )
  })
})
