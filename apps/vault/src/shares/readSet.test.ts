import { randomUUID } from 'node:crypto'
import { encodeBase64Url, recoveryPrepare } from '@foyer/protocol/custody'
import { vaultReadSet } from '@foyer/protocol/vault'
import { expect, test } from 'vitest'
import { createTestWallet, recShare } from '../createTestWallet.test.kit.ts'
import { randomJkt, startTestVault } from '../startTestVault.test.kit.ts'

test('tells of a recovery set that this device of this user has committed, and of no other', async () => {
  const vault = await startTestVault()
  try {
    const { device, deviceSetId, facts, setId, userId } = await createTestWallet(vault)
    const other = await createTestWallet(vault)
    const wallet = { ...facts, epoch: 2 }
    const prepared = randomUUID()
    const set = { setId: prepared, kind: 'recovery' as const }
    const share = encodeBase64Url(recShare(wallet, prepared))
    const change = { changeId: randomUUID(), wallet, mode: 'auto' as const }
    const { status } = await device.call(recoveryPrepare, { ...change, sets: [{ ...set, share }] })
    expect(status).toBe(200)
    const ids = [setId, deviceSetId, prepared, other.setId, randomUUID()]
    for (const id of ids)
      for (const user of [userId, other.userId])
        for (const jkt of [device.jkt, other.device.jkt, randomJkt()]) {
          const asked = { userId: user, jkt, setId: id }
          const isFirst = id === setId && user === userId && jkt === device.jkt
          const isOther = id === other.setId && user === other.userId && jkt === other.device.jkt
          expect((await vault.service(vaultReadSet, asked)).body).toEqual({
            isCommitted: isFirst || isOther,
          })
        }
  } finally {
    await vault.stop()
  }
})
