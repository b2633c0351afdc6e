import { randomUUID } from 'node:crypto'
import {
  challengeAad,
  createReleaseKey,
  decodeBase64Url,
  encodeBase64Url,
  exportPublicKey,
  openFromRecoveryKey,
  type RecoveryKeyRecord,
  recoveryCommit,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
  thumbprint,
} from '@foyer/protocol/custody'
import { testEngines } from '@foyer/server/testDatabase'
import { describe, expect, test } from 'vitest'
import { createTestWallet } from '../createTestWallet.test.kit.ts'
import { audit, recoveryKeys } from '../database/schema.ts'
import { startTestVault } from '../startTestVault.test.kit.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

describe.each(testEngines)('a user-held mode on %s', (engine) => {
  test('[T93] [T97] needs the factor to release a share, to return to automatic mode and to change the recovery key', async () => {
    const vault = await startTestVault({ engine })
    try {
      const { device, facts } = await createTestWallet(vault)
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
        'deriveBits',
      ])
      const publicKey = await exportPublicKey(pair.publicKey)
      const record: RecoveryKeyRecord = {
        ...{ keyId: await thumbprint(publicKey), publicKey, epoch: 2 },
        factors: [
          {
            ...{ id: 'code', mode: 'code', createdAt: 0 },
            wrapped: encodeBase64Url(random(180)),
            kdf: { salt: encodeBase64Url(random(16)) },
          },
        ],
      }
      const change = (mode: 'auto' | 'code', more: object, epoch = 2) => {
        const wallet = { ...facts, epoch }
        return {
          changeId: randomUUID(),
          wallet,
          mode,
          sets: (['recovery', 'device'] as const).map((kind) => ({
            setId: randomUUID(),
            kind,
            share: encodeBase64Url(random(200)),
          })),
          ...more,
        }
      }
      const enrol = change('code', { recoveryKey: record })
      expect((await device.call(recoveryPrepare, change('code', {}))).code).toBe('request-invalid')
      expect((await device.call(recoveryPrepare, enrol)).status).toBe(200)
      const { walletId } = facts
      // Read back before the commit, without counting a try.
      expect(
        (await device.call(recoveryKey, { walletId, changeId: enrol.changeId })).answer.key,
      ).toEqual(record)
      expect((await device.call(recoveryCommit, { changeId: enrol.changeId })).status).toBe(200)

      // Whoever has the database alone can not begin to guess: the record is sealed under the vault's own key.
      const [stored] = await vault.database.queries.select().from(recoveryKeys)
      const bytes = decodeBase64Url(String(stored?.blob))
      for (const part of [record.keyId, record.factors[0]?.wrapped ?? ''])
        for (const text of [stored?.blob ?? '', Buffer.from(bytes).toString('latin1')])
          expect(text).not.toContain(part)

      const release = async (answer?: string, { sets, wallet } = enrol) => {
        const { epk } = await createReleaseKey()
        const setId = sets[0]!.setId
        return device.call(recoveryRelease, {
          wallet,
          setId,
          purpose: 'recover',
          rid: randomUUID(),
          epk,
          ...(answer && { answer }),
        })
      }
      expect((await release()).code).toBe('factor-required')
      const downgrade = change('auto', {})
      expect((await device.call(recoveryPrepare, downgrade)).code).toBe('factor-required')
      expect(
        (
          await device.call(
            recoveryPrepare,
            change('code', { recoveryKey: { ...record, epoch: 3 } }),
          )
        ).code,
      ).toBe('factor-required')

      const { answer: got } = await device.call(recoveryKey, { walletId })
      const tried = async () => {
        const rows = await vault.database.queries.select().from(audit)
        return rows.filter(({ event }) => event.includes('"factor-tried"')).length
      }
      expect(await tried()).toBe(1)
      // For a wallet without such a key no try is counted.
      for (let index = 0; index < 6; index++)
        expect((await device.call(recoveryKey, { walletId: randomUUID() })).code).toBe(
          'share-unknown',
        )
      expect(await tried()).toBe(1)
      const open = async (challenge: unknown) =>
        encodeBase64Url(
          await openFromRecoveryKey({
            sealed: decodeBase64Url(String(challenge)),
            privateKey: pair.privateKey,
            recoveryKey: publicKey,
            aad: challengeAad(walletId),
          }),
        )
      expect((await release(encodeBase64Url(random(32)))).code).toBe('factor-required')
      const answer = await open(got.challenge)
      const released = await release(answer)
      expect([released.status, released.answer.mode]).toEqual([200, 'code'])
      // The user who has the factor may replace the key, which voids answers for the previous key.
      const next = change('code', { recoveryKey: { ...record, epoch: 3 }, answer }, 3)
      expect((await device.call(recoveryPrepare, next)).status).toBe(200)
      expect((await device.call(recoveryCommit, { changeId: next.changeId })).status).toBe(200)
      expect((await release(answer, next)).code).toBe('factor-required')
      const keys = async () => {
        const { queries } = vault.database
        const rows = await queries.select().from(recoveryKeys).orderBy(recoveryKeys.epoch)
        return rows.map(({ epoch }) => epoch)
      }
      expect(await keys()).toEqual([2, 3])
      for (const [before, left] of [
        [2, [2, 3]],
        [3, [3]],
      ] as const) {
        await device.call(recoveryForget, { walletId, setIds: [], before })
        expect(await keys()).toEqual(left)
      }

      // The right answer reset the tries; five wrong ones block it for an hour.
      for (let index = 0; index < 5; index++)
        expect((await device.call(recoveryKey, { walletId })).status).toBe(200)
      const sixth = await device.call(recoveryKey, { walletId })
      expect([sixth.status, sixth.code]).toEqual([429, 'limit-exceeded'])
      expect(Number(sixth.retryAfter)).toBeGreaterThan(3500)
      vault.clock.addMs += 3_601_000
      expect((await device.call(recoveryKey, { walletId })).code).toBe(undefined)
    } finally {
      await vault.stop()
    }
  })
})
