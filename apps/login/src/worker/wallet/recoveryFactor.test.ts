import { readRecoveryKeyRecord, thumbprint } from '@foyer/protocol/custody'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecoveryKey, type Factor, openRecoveryKey, wrapForFactor } from './recoveryFactor.ts'

const userId = '11111111-1111-1111-1111-111111111111'
const wallet = {
  walletId: '00112233-4455-6677-8899-aabbccddeeff',
  epoch: 2,
  fp: 'A'.repeat(22),
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  sol: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
}
const passkey = (fill: number): Factor => ({
  ...{ mode: 'passkey', secret: new Uint8Array(32).fill(fill), id: `id${fill}` },
})
const failed = { code: 'recovery-failed' }

/** Stored before several factors were possible; its passkey's secret is 32 bytes of 7. */
const stored = {
  mode: 'passkey',
  keyId: '803MHaAliUH2bTf0UoXGkP2R7jMWm_G-L4rkFwza0fU',
  publicKey: {
    kty: 'EC',
    crv: 'P-256',
    x: 'ApHqmobo8htpOIRGm0JoI6rM9l145nUWwoxi1vcQDi0',
    y: 'pHZ6NnYBCj2qO6lq1_PPPotTSxHPIbKXaq6eSASkPrA',
  },
  epoch: 2,
  wrapped:
    'ASNsFeEn8cvaCetxcnmwdLwGlov6aBDAvEOOEwdD9UjawkbH2fmWLRRzWPnBF0-sRVSiUVcI8IGrq3kKL1OdshfVcBETifT1H_JA4G7oW9DPJL0DDPEKH5bAFDLixvxNozG4CkAsl25HB_Pah5E0jfB2nGbDaKm8NDZlXMl0SekqtkkK7QRh1mLmugghvEBXe_VyBQhacIQYhHN8UEV7hieCBxhWCA',
  kdf: { salt: 'MTExMTExMTEtMTExMS0xMTExLTExMTEtMTExMTExMTExMTEx' },
}

test('opens a record that was stored with one factor, which then takes a second one', async () => {
  const record = readRecoveryKeyRecord(stored, { createdAt: 1 })
  const key = await openRecoveryKey({ userId, wallet, record, factor: passkey(7) })
  expect([key.keyId, await thumbprint(key.jwk)]).toEqual([stored.keyId, stored.keyId])
  const [present, factor] = [passkey(7), passkey(8)]
  const added = await wrapForFactor({ userId, wallet, record, present, factor })
  const both = { ...record, factors: [...record.factors, added] }
  for (const each of [present, factor])
    expect((await openRecoveryKey({ userId, wallet, record: both, factor: each })).keyId).toBe(
      stored.keyId,
    )
})

test('every added factor opens the key alone, in any order, and no other does', async () => {
  const fills = fc.uniqueArray(fc.nat(250), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fills, fc.nat(), async ([first, ...others], pick) => {
      const made = await createRecoveryKey({ userId, wallet, factor: passkey(first!) })
      let { record } = made
      for (const [index, fill] of others.entries()) {
        const present = passkey([first!, ...others][pick % (index + 1)]!)
        const added = await wrapForFactor({
          userId,
          wallet,
          record,
          present,
          factor: passkey(fill),
        })
        record = { ...record, factors: [...record.factors, added] }
      }
      const open = (fill: number, only = record) =>
        openRecoveryKey({ userId, wallet, record: only, factor: passkey(fill) })
      for (const fill of [first!, ...others]) {
        expect((await open(fill)).keyId).toBe(made.key.keyId)
        const without = record.factors.filter(({ id }) => id !== `id${fill}`)
        await expect(open(fill, { ...record, factors: without })).rejects.toMatchObject(failed)
      }
      await expect(open(251)).rejects.toMatchObject(failed)
    }),
    { numRuns: 15 },
  )
})

test('error: a factor opens no key of another user, wallet or epoch, and none of another kind', async () => {
  const factor = passkey(1)
  const { record } = await createRecoveryKey({ userId, wallet, factor })
  const open = (given: object) => openRecoveryKey({ userId, wallet, record, factor, ...given })
  for (const given of [
    { userId: '22222222-2222-2222-2222-222222222222' },
    { wallet: { ...wallet, walletId: '22222222-2222-2222-2222-222222222222' } },
    { wallet: { ...wallet, evm: `0x${'1'.repeat(40)}` } },
    { record: { ...record, epoch: 3 } },
    { factor: { ...factor, mode: 'code' } },
  ])
    await expect(open(given)).rejects.toMatchObject(failed)
})
