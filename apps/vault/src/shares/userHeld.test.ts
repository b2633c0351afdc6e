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
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
  thumbprint,
} from '@foyer/protocol'
import { testEngines } from '@foyer/server/testDatabase'
import { describe, expect, test } from 'vitest'
import { createTestWallet } from '../createTestWallet.test.kit.ts'
import { startTestVault } from '../startTestVault.test.kit.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

describe.each(testEngines)('a user-held mode on %s', (engine) => {
  test('[T97] takes the factor to release, to go back to auto and to change its key', async () => {
    const vault = await startTestVault({ engine })
    try {
      const { device, facts } = await createTestWallet(vault)
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
        'deriveBits',
      ])
      const publicKey = await exportPublicKey(pair.publicKey)
      const record: RecoveryKeyRecord = {
        mode: 'code',
        keyId: await thumbprint(publicKey),
        publicKey,
        wrapped: encodeBase64Url(random(180)),
        epoch: 2,
        kdf: { salt: encodeBase64Url(random(16)) },
      }
      const change = (mode: 'auto' | 'code', more: object) => {
        const wallet = { ...facts, epoch: 2 }
        return {
          changeId: randomUUID(),
          wallet,
          mode,
          sets: [
            { setId: randomUUID(), kind: 'recovery' as const, share: encodeBase64Url(random(200)) },
          ],
          ...more,
        }
      }
      const enrol = change('code', { recoveryKey: record })
      expect((await device.call(recoveryPrepare, change('code', {}))).code).toBe('request-invalid')
      expect((await device.call(recoveryPrepare, enrol)).status).toBe(200)
      const { walletId } = facts
      // Read back before it is in force, without counting.
      expect(
        (await device.call(recoveryKey, { walletId, changeId: enrol.changeId })).answer.key,
      ).toEqual(record)
      expect((await device.call(recoveryCommit, { changeId: enrol.changeId })).status).toBe(200)

      const release = async (answer?: string) => {
        const { epk } = await createReleaseKey()
        const setId = enrol.sets[0]!.setId
        return device.call(recoveryRelease, {
          wallet: enrol.wallet,
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
      // Its key may be replaced by who opened it.
      expect(
        (
          await device.call(
            recoveryPrepare,
            change('code', { recoveryKey: { ...record, epoch: 3 }, answer }),
          )
        ).status,
      ).toBe(200)

      // The right answer cleared the tries; five without one are the end for an hour.
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
