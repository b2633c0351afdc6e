import { randomBytes, randomUUID } from 'node:crypto'
import { createLocalKms, openShareRow, sealShareRow } from '@foyer/protocol/custody'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginEmailChange, provePrimary, proveSecondary } from '../account/updateEmail.ts'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { audit, identities, shares, txns, undos } from '../database/schema.ts'
import { codeHmac, emailHmac, emailHmacs, hmacKeyId, isCodeHmac } from '../hashes.ts'
import { openEmail } from '../sealedText.ts'
import { placeOf } from '../shares/walletState.ts'
import { newAddress, newKek } from '../startTestLogin.test.kit.ts'
import { rehashAddresses } from './rehashAddresses.ts'
import { rotateKeys } from './rotateKeys.ts'

let servers: TestServers
beforeAll(async () => {
  servers = await createTestServers('PGlite')
})
afterAll(() => servers.stop())

test('rewraps every kind of row under the new key, counting each row once; a second run finds none', async () => {
  const { kek, services } = servers
  const { queries } = services
  const next = newKek('kekA-2')
  const kms = await createLocalKms({ store: 'A', keys: `${next},${kek}` })
  const after = await createLocalKms({ store: 'A', keys: next })
  const hmacKey = randomBytes(32).toString('hex')
  const rotate = () => rotateKeys({ ...services, kms })
  const rehash = () => rehashAddresses({ ...services, hmacKey })
  const said = async (kind: string) =>
    (await queries.select().from(audit))
      .map(({ event }) => JSON.parse(event))
      .filter((event) => event.kind === kind)
  expect([await rotate(), await rehash()]).toEqual([0, 0])
  expect([await said('keys-rotated'), await said('addresses-rehashed')]).toEqual([[], []])

  const [old, email] = [newAddress(), newAddress()]
  const { caller, session } = await servers.logIn(old)
  const { userId } = session!
  const { txnId } = await beginEmailChange(services, { email }, session!, caller)
  const primary = { txnId, otp: servers.codeFor(old) }
  await provePrimary(services, primary, session!, caller)
  await proveSecondary(services, { txnId, otp: servers.codeFor(email) }, session!, caller)
  const set = { setId: randomUUID(), userId, walletId: randomUUID(), epoch: 1 }
  const share = Uint8Array.from(randomBytes(20))
  const place = placeOf(set)
  const { ct, edk, kid } = await sealShareRow(services.kms, { place, plaintext: share.slice() })
  await queries.insert(shares).values({
    ...{ ...set, changeId: '', kind: 'recovery', jkt: '', kid, edk, ct, createdAt: 0 },
  })

  // A share, an address, a login, a change of address and its undo.
  expect([await rotate(), await rotate()]).toEqual([5, 0])
  expect(await said('keys-rotated')).toMatchObject([{ kid: 'kekA-2', rows: 5 }])
  const [row] = await queries.select().from(shares)
  const { ct: newCt, edk: newEdk, kid: newKid } = row!
  const sealed = { v: 1, alg: 'A256GCM', kid: newKid, edk: newEdk, ct: newCt } as const
  expect(Uint8Array.from(await openShareRow(after, { place, row: sealed }))).toEqual(share)
  const [identity] = await queries.select().from(identities)
  expect(await openEmail(after, userId, identity!)).toBe(email)
  const [undo] = await queries.select().from(undos)
  expect(await openEmail(after, userId, undo!)).toBe(old)
  for (const txn of await queries.select().from(txns))
    expect(await openEmail(after, txn.txnId, txn)).toBe(txn.kind === 'login' ? old : email)

  // The address and its undo, under the new pepper.
  const rehashed = () => rehashAddresses({ ...services, hmacKey, kms })
  expect([await rehashed(), await rehashed()]).toEqual([2, 0])
  expect(await said('addresses-rehashed')).toMatchObject([{ rows: 2 }])
  const subjectKey = hmacKeyId(hmacKey)
  const found = await queries
    .select()
    .from(identities)
    .where(and(eq(identities.subject, emailHmac({ hmacKey }, email))))
  expect(found).toMatchObject([{ userId, subjectKey }])
  const [restored] = await queries.select().from(undos)
  expect(restored).toMatchObject({ subject: emailHmac({ hmacKey }, old), subjectKey })
})

test('rewraps more rows than one read returns', async () => {
  const { services } = servers
  const { queries } = services
  const [from, to] = [newKek('kekA-3'), newKek('kekA-4')]
  const before = await createLocalKms({ store: 'A', keys: from })
  const kms = await createLocalKms({ store: 'A', keys: `${to},${from}` })
  for (const table of [shares, identities, txns, undos]) await queries.delete(table)
  const rows = await Promise.all(
    Array.from({ length: 450 }, async () => {
      const set = { setId: randomUUID(), userId: 'user', walletId: randomUUID(), epoch: 1 }
      const plaintext = Uint8Array.from(randomBytes(20))
      const { ct, edk, kid } = await sealShareRow(before, { place: placeOf(set), plaintext })
      return {
        ...set,
        changeId: '',
        kind: 'recovery' as const,
        jkt: '',
        kid,
        edk,
        ct,
        createdAt: 0,
      }
    }),
  )
  await queries.insert(shares).values(rows)
  expect(await rotateKeys({ ...services, kms })).toBe(450)
  const kids = (await queries.select().from(shares)).map(({ kid }) => kid)
  expect(new Set(kids)).toEqual(new Set(['kekA-4']))
})

test('finds an address and a code by the HMAC of any accepted key', () => {
  const [one, two] = ['one', 'two']
  const hmacKeys = [one, two] as const
  expect(emailHmacs({ hmacKeys }, 'ada@shop.example')).toEqual(
    hmacKeys.map((hmacKey) => emailHmac({ hmacKey }, 'ada@shop.example')),
  )
  const code = { txnId: 't', purpose: 'login', code: '123456' }
  for (const hmacKey of hmacKeys)
    expect(isCodeHmac({ hmacKeys }, codeHmac({ hmacKey }, code), code)).toBe(true)
  expect(isCodeHmac({ hmacKeys }, codeHmac({ hmacKey: 'three' }, code), code)).toBe(false)
  for (const other of [{ txnId: 'u' }, { purpose: 'step-up' }, { code: '123457' }])
    expect(
      isCodeHmac({ hmacKeys }, codeHmac({ hmacKey: 'one' }, { ...code, ...other }), code),
    ).toBe(false)
  expect(hmacKeyId(one)).toHaveLength(8)
  expect(hmacKeyId(one)).not.toBe(hmacKeyId(two))
})
