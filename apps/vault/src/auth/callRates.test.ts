import { passkeyChallenge } from '@foyer/protocol/custody'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askShare, createTestWallet } from '../createTestWallet.test.kit.ts'
import { createDevice, startTestVault, type TestVault } from '../startTestVault.test.kit.ts'

let vault: TestVault
beforeAll(async () => {
  vault = await startTestVault({ limits: { shareCallsPerMinute: 20, releasesPerUserPerDay: 100 } })
})
afterAll(() => vault.stop())

/** Returns the number of the first call that is refused for the rate. */
async function refusedAt(call: () => Promise<{ code: string | undefined }>, most: number) {
  for (let count = 1; count <= most; count++)
    if ((await call()).code === 'limit-exceeded') return count
  return undefined
}

test('[T111] limits the calls per minute of a key, independently of other keys', async () => {
  const { device, facts, setId, userId } = await createTestWallet(vault)
  const verify = (who: typeof device) => askShare(who, { facts, setId, purpose: 'verify' })
  // Creating the wallet used some calls.
  expect(await refusedAt(() => verify(device), 20)).toBeLessThanOrEqual(20)
  expect((await verify(device)).code).toBe('limit-exceeded')
  const other = await createDevice(vault, { userId })
  expect((await verify(other)).code).toBe('share-unknown')
  vault.clock.addMs += 61_000
  expect((await verify(device)).code).toBe('share-unknown')
})

test('[T111] limits calls without a token per network and minute, whether they use one key or many', async () => {
  const { userId } = await createTestWallet(vault)
  const call = async () =>
    (await createDevice(vault, { userId })).prove(passkeyChallenge, { userId })
  // Each new key needs a call for its nonce first.
  expect(await refusedAt(call, 12)).toBe(11)
  vault.clock.addMs += 61_000
  expect((await call()).code).not.toBe('limit-exceeded')
})
