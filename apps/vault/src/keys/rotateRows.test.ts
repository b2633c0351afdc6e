import { randomBytes, randomUUID } from 'node:crypto'
import { createLocalKms, openShareRow, sealShareRow } from '@foyer/protocol/custody'
import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openText, recordOwner, sealText } from '../contacts/contact.ts'
import { changeContact } from '../contacts/userLinks.ts'
import { createTestServices } from '../createTestServices.test.kit.ts'
import { audit, links, pastContacts, recoveryKeys, shares, users } from '../database/schema.ts'
import { placeOf } from '../shares/walletState.ts'
import { newKek, randomJkt } from '../startTestVault.test.kit.ts'
import { askFingerprints } from './askFingerprints.ts'
import { rotateKeys } from './rotateKeys.ts'

const clock = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'
const requester = { ip: '192.0.2.7', userAgent, origin: 'https://shop.example' }
let vault: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  vault = await createTestServices({ engine: 'PGlite', now: () => clock.nowMs })
})
afterAll(() => vault.stop())

test('rewraps every kind of row under the new key, counting each row once; a second run finds none', async () => {
  const { kms: before, queries } = vault.services
  const key = newKek('kekB-2')
  const kms = await createLocalKms({ store: 'B', keys: `${key},${vault.kek}` })
  const after = await createLocalKms({ store: 'B', keys: key })
  const rotate = () => rotateKeys({ ...vault.services, kms })
  const said = async () =>
    (await queries.select().from(audit)).filter(({ event }) => event.includes('keys-rotated'))
  expect([await rotate(), await said()]).toEqual([0, []])

  const [old, email, next] = ['old', 'new', 'next'].map((name) => `${name}@shop.example`)
  const userId = await vault.addUser({ email: old! })
  await vault.addUser()
  const jkt = randomJkt()
  const change = (to: string) =>
    changeContact(vault.services, { userId, email: to, jkt, requester })
  await change(email!)
  await vault.decide(vault.newestToken())
  clock.nowMs += 86_400_000
  await change(next!)
  const [walletId, changeId, setId] = [randomUUID(), randomUUID(), randomUUID()]
  const facts = { walletId, epoch: 1, evm: 'evm', sol: 'sol' }
  const text = '{"mode":"code"}'
  await queries.insert(recoveryKeys).values({
    ...{ changeId, userId, walletId, jkt, mode: 'code', epoch: 1, createdAt: 0 },
    ...(await sealText(before, { owner: recordOwner(walletId, changeId), text })),
  })
  const place = placeOf(userId, setId, facts)
  const share = Uint8Array.from(randomBytes(20))
  const { ct, edk, kid } = await sealShareRow(before, { place, plaintext: share.slice() })
  await queries.insert(shares).values({
    ...{ setId, userId, ...facts, kind: 'recovery', jkt, mode: 'auto' },
    ...{ kid, edk, ct, changeId, createdAt: 0, committedAt: 1 },
  })

  // A user, a past address, two links, a recovery key and a share.
  expect(await rotate()).toBe(6)
  expect(await said()).toMatchObject([{ event: expect.stringContaining('"rows":6') }])
  expect(await rotate()).toBe(0)
  expect(await said()).toHaveLength(1)
  const open = (owner: string, kid: string | null, blob: string | null) =>
    openText(after, { owner, kid: kid!, blob: blob! })
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  expect(await open(userId, user!.contactKid, user!.contactBlob)).toBe(email)
  const [past] = await queries.select().from(pastContacts)
  expect(await open(userId, past!.contactKid, past!.contactBlob)).toBe(old)
  const asked = await queries.select().from(links).orderBy(links.createdAt)
  expect(
    await Promise.all(asked.map(({ nextBlob, nextKid }) => open(userId, nextKid, nextBlob))),
  ).toEqual([email, next])
  const [record] = await queries.select().from(recoveryKeys)
  expect(await open(recordOwner(walletId, changeId), record!.kid, record!.blob)).toBe(text)
  const [row] = await queries.select().from(shares)
  const { ct: newCt, edk: newEdk, kid: newKid } = row!
  const opened = await openShareRow(after, {
    ...{ place, row: { v: 1, alg: 'A256GCM', kid: newKid, edk: newEdk, ct: newCt } },
  })
  expect(Uint8Array.from(opened)).toEqual(share)
})

test.each([
  [403, 'options-invalid'],
  [503, undefined],
  [404, undefined],
])(
  'gets no fingerprints from a login server that answers %i; error code: %s',
  async (status, code) => {
    const failing = askFingerprints(() => Promise.reject(new HttpError(status, 'unauthorized', '')))
    if (code === undefined) expect(await failing).toBeUndefined()
    else await expect(failing).rejects.toMatchObject({ code })
  },
)

test('returns the fingerprints that the login server answers with', async () => {
  const answer = async () => ({ fingerprints: ['x'] }) as never
  expect(await askFingerprints(answer)).toEqual(['x'])
})
