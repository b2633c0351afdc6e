import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { recoveryKeyAad, shareAad } from './aad.ts'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import type { Kms } from './kms.ts'
import { createLocalKms } from './localKms.ts'
import { openShareRow, rotateShareRow, type SharePlace, sealShareRow } from './shareRow.ts'

const newKek = (kid: string) =>
  `${kid}:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`
const unreadable = expect.objectContaining({ code: 'share-unreadable' })
const id = () => crypto.randomUUID()

let kms: Kms
beforeAll(async () => {
  kms = await createLocalKms({ store: 'A', keys: newKek('kekA-1') })
})

const auth = { role: 'auth', userId: id(), walletId: id(), setId: id(), epoch: 3 } as const
const rec = { ...auth, role: 'rec', evm: '0xAb', sol: '7Yk' } as const
const plaintext = new Uint8Array(70).fill(5)

describe('shareAad', () => {
  it('joins the fields with 0x1F, in order', () => {
    const fields = { userId: 'u', walletId: 'w', setId: 's', epoch: 7, kid: 'k' }
    const text = (aad: Uint8Array) => new TextDecoder().decode(aad).split('\u001f').join('|')
    expect(text(shareAad({ role: 'auth', ...fields }))).toBe('foyer1|auth|u|w|s|7|A256GCM|k')
    expect(text(shareAad({ role: 'dev', ...fields, deviceId: 'd', jkt: 'j' }))).toBe(
      'foyer1|dev|u|w|s|7|A256GCM|k|d|j',
    )
    expect(text(shareAad({ role: 'rec', ...fields, evm: 'e', sol: 'o' }))).toBe(
      'foyer1|rec|u|w|s|7|A256GCM|k|e|o',
    )
    const key = {
      userId: 'u',
      walletId: 'w',
      keyId: 'i',
      epoch: 7,
      mode: 'code',
      evm: 'e',
      sol: 'o',
    }
    expect(text(recoveryKeyAad(key))).toBe('foyer1|rec-key|u|w|i|7|A256GCM|code|e|o')
  })

  it('rejects a field with the separator, a control character, no character, or a non-ASCII one', () => {
    for (const userId of ['a\u001fb', 'a\n', '', 'ü'])
      expect(() => shareAad({ ...auth, kid: 'k', userId })).toThrow(
        expect.objectContaining({ code: 'input-invalid' }),
      )
  })

  it('gives different bytes for different fields, whatever they contain', () => {
    const field = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '|'),
      minLength: 1,
      maxLength: 3,
    })
    const place = fc.record({
      userId: field,
      walletId: field,
      setId: field,
      kid: field,
      evm: field,
      sol: field,
      epoch: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(place, place, (one, two) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(two))
        const [left, right] = [one, two].map((each) =>
          encodeBase64Url(shareAad({ role: 'rec', ...each })),
        )
        expect(left).not.toBe(right)
      }),
    )
  })
})

describe('a row', () => {
  it('returns its share when opened at its place', async () => {
    const row = await sealShareRow(kms, { place: auth, plaintext })
    expect(await openShareRow(kms, { place: auth, row })).toEqual(plaintext)
  })

  it('[T85] rejects every pairwise swap between users, wallets, roles, sets and epochs', async () => {
    const [users, wallets, sets] = [0, 1, 2].map(() => [id(), id()]) as [
      string[],
      string[],
      string[],
    ]
    const places: SharePlace[] = []
    for (const userId of users)
      for (const walletId of wallets)
        for (const setId of sets)
          for (const epoch of [1, 2]) {
            places.push({ role: 'auth', userId, walletId, setId, epoch })
            places.push({ role: 'rec', userId, walletId, setId, epoch, evm: '0x1', sol: 'A' })
          }
    const rows = await Promise.all(places.map((place) => sealShareRow(kms, { place, plaintext })))
    let refused = 0
    for (const [from, row] of rows.entries())
      for (const [to, place] of places.entries()) {
        if (from === to) continue
        await expect(openShareRow(kms, { place, row })).rejects.toEqual(unreadable)
        refused++
      }
    expect(refused).toBe(32 * 31)
  })

  it('rejects addresses other than those a recovery share was sealed for', async () => {
    const row = await sealShareRow(kms, { place: rec, plaintext })
    for (const change of [{ evm: '0xAc' }, { sol: '7Yj' }])
      await expect(openShareRow(kms, { place: { ...rec, ...change }, row })).rejects.toEqual(
        unreadable,
      )
  })

  it('[T85] rejects any flipped bit', async () => {
    const row = await sealShareRow(kms, { place: auth, plaintext })
    for (const field of ['edk', 'ct'] as const) {
      const bytes = decodeBase64Url(row[field])
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Uint8Array.from(bytes)
        flipped[bit >> 3]! ^= 1 << (bit & 7)
        const bad = { ...row, [field]: encodeBase64Url(flipped) }
        await expect(openShareRow(kms, { place: auth, row: bad })).rejects.toEqual(unreadable)
      }
    }
  })

  it('rejects the key of another store with the same bytes', async () => {
    const keys = newKek('kek-1')
    const [a, b] = await Promise.all(
      (['A', 'B'] as const).map((store) => createLocalKms({ store, keys })),
    )
    const row = await sealShareRow(a!, { place: auth, plaintext })
    await expect(openShareRow(b!, { place: auth, row })).rejects.toEqual(unreadable)
  })

  it('uses a new data key and IV for every row', async () => {
    const rows = await Promise.all(
      Array.from({ length: 50 }, () => sealShareRow(kms, { place: auth, plaintext })),
    )
    expect(new Set(rows.map(({ ct }) => ct.slice(0, 16))).size).toBe(50)
    expect(new Set(rows.map(({ edk }) => edk)).size).toBe(50)
  })

  it('rotates under load: every row stays readable, and finally none needs the old key', async () => {
    const [first, second] = [newKek('kek-1'), newKek('kek-2')]
    const old = await createLocalKms({ store: 'A', keys: first })
    const both = await createLocalKms({ store: 'A', keys: `${second},${first}` })
    const next = await createLocalKms({ store: 'A', keys: second })
    const places = Array.from({ length: 40 }, () => ({ ...auth, setId: id() }))
    const rows = await Promise.all(places.map((place) => sealShareRow(old, { place, plaintext })))
    const reads: Promise<Uint8Array>[] = []
    for (const [index, place] of places.entries()) {
      reads.push(openShareRow(both, { place: places[39 - index]!, row: rows[39 - index]! }))
      rows[index] = await rotateShareRow(both, { place, row: rows[index]! })
    }
    for (const read of await Promise.all(reads)) expect(read).toEqual(plaintext)
    expect(rows.filter(({ kid }) => kid === 'kek-1')).toEqual([])
    for (const [index, place] of places.entries()) {
      const row = rows[index]!
      expect(await rotateShareRow(both, { place, row })).toBe(row)
      expect(await openShareRow(next, { place, row })).toEqual(plaintext)
      await expect(openShareRow(old, { place, row })).rejects.toEqual(unreadable)
    }
  })
})

describe('createLocalKms', () => {
  const good = newKek('a')
  const sample = Uint8Array.from({ length: 32 }, (_, index) => index)
  const key = (bytes: Uint8Array) => `k:${Buffer.from(bytes).toString('base64')}`

  it.each<[string, string | undefined]>([
    ['missing', undefined],
    ['empty', ' , '],
    ['31 bytes', key(crypto.getRandomValues(new Uint8Array(31)))],
    ['all zero', key(new Uint8Array(32))],
    ['the sample key', key(sample)],
    ['few values', key(Uint8Array.from({ length: 32 }, (_, index) => (index % 8) * 31))],
    ['a sentence', key(new TextEncoder().encode('correct-horse-battery-staple-32b'))],
    ['invalid base64', 'k:%%%%'],
    ['no name', good.slice(2)],
    ['one key under two names', `${good},b${good.slice(1)}`],
    ['two keys of one name', `${good},${newKek('a')}`],
  ])('rejects %s', async (_, keys) => {
    const refusal = createLocalKms({ store: 'A', keys }).catch((error: unknown) => error)
    expect(await refusal).toMatchObject({ code: 'options-invalid' })
    const secret = keys?.split(':')[1] ?? 'none'
    expect(JSON.stringify(await refusal)).not.toContain(secret)
  })

  it('rejects the key of the other store', async () => {
    const { fingerprints } = await createLocalKms({ store: 'A', keys: good })
    expect(fingerprints).toHaveLength(1)
    expect(decodeBase64Url(fingerprints[0]!)).toHaveLength(8)
    await expect(
      createLocalKms({ store: 'B', keys: `b${good.slice(1)}`, foreign: fingerprints }),
    ).rejects.toMatchObject({ code: 'options-invalid' })
  })

  it('wraps with the first key and unwraps with all', async () => {
    const two = await createLocalKms({ store: 'A', keys: `${newKek('new')}, ${good}` })
    expect(two.activeKid()).toBe('new')
  })
})
