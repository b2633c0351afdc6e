import {
  decodeBase64Url,
  encodeBase64Url,
  parseShare,
  type Share,
  type WalletFacts,
  walletFingerprint,
} from '@foyer/protocol/custody'
import { combine } from 'shamir-secret-sharing'
import { describe, expect, it } from 'vitest'
import { createArena } from '../keys/arena.ts'
import { fingerprint } from '../keys/fingerprint.ts'
import { combineShares } from './combineShares.ts'
import { makeShareSet } from './makeShareSet.ts'

async function wallet() {
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const walletId = crypto.randomUUID()
  const fp = encodeBase64Url(await walletFingerprint({ entropy, walletId }))
  const facts: WalletFacts = {
    walletId,
    epoch: 1,
    fp,
    evm: `0x${'0'.repeat(40)}`,
    sol: '1'.repeat(32),
  }
  const set = async () => {
    const { dev, auth, rec } = await makeShareSet(entropy, facts)
    return { dev: parseShare(dev), auth: parseShare(auth), rec: parseShare(rec) }
  }
  return { entropy, facts, set }
}
const copy = (share: Share): Share => ({ ...share, share: Uint8Array.from(share.share) })
const failed = expect.objectContaining({ code: 'recovery-failed' })

describe('shares of one set', () => {
  it('restore the entropy from any two of them, and are wiped', async () => {
    const { entropy, set } = await wallet()
    const { dev, auth, rec } = await set()
    for (const [left, right] of [
      [dev, auth],
      [dev, rec],
      [auth, rec],
    ] as const) {
      const pair = [copy(left), copy(right)] as const
      expect(await combineShares(createArena(), pair)).toEqual(entropy)
      for (const { share } of pair) expect(share.every((byte) => byte === 0)).toBe(true)
    }
  })

  it('restore an entropy with the fingerprint that the protocol computes', async () => {
    const { entropy, facts } = await wallet()
    expect(fingerprint(createArena(), entropy, facts.walletId)).toEqual(decodeBase64Url(facts.fp))
  })

  it('error: do not combine when any one bit of a share has changed', async () => {
    const { set } = await wallet()
    const { dev, auth } = await set()
    for (let bit = 0; bit < 17 * 8; bit++) {
      const bad = copy(dev)
      bad.share[bit >> 3]! ^= 1 << (bit & 7)
      await expect(combineShares(createArena(), [bad, copy(auth)])).rejects.toEqual(failed)
    }
  })

  it('error: do not combine when the same share is given twice', async () => {
    const { set } = await wallet()
    const { dev } = await set()
    await expect(combineShares(createArena(), [copy(dev), copy(dev)])).rejects.toEqual(failed)
  })
})

describe('shares of two sets', () => {
  it('[T84] restore nothing: none of 10,000 combinations across sets succeeds', async () => {
    const { entropy, set } = await wallet()
    const sets = await Promise.all(Array.from({ length: 60 }, set))
    let tried = 0
    let hits = 0
    for (const [index, one] of sets.entries())
      for (const two of sets.slice(index + 1))
        for (const [left, right] of [
          [one.dev, two.dev],
          [one.dev, two.auth],
          [one.dev, two.rec],
          [one.auth, two.dev],
          [one.rec, two.dev],
          [one.auth, two.rec],
        ] as const) {
          if (left.share[16] === right.share[16]) continue
          tried++
          const secret = await combine([left.share, right.share])
          if (Buffer.from(secret).equals(Buffer.from(entropy))) hits++
        }
    expect(tried).toBeGreaterThanOrEqual(10_000)
    expect(hits).toBe(0)
    const [one, two] = sets as [(typeof sets)[0], (typeof sets)[0]]
    await expect(combineShares(createArena(), [copy(one.dev), copy(two.auth)])).rejects.toEqual(
      failed,
    )
  })
})
