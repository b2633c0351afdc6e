import { encodeBase64Url, encodeShare } from '@foyer/protocol/custody'
import { expect, test } from 'vitest'
import { readShare } from './releaseShares.ts'

const [walletId, setId, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
const fp = new Uint8Array(16).fill(5)
const share = new Uint8Array(17).fill(6)
const bytes = encodeShare({ role: 'auth', walletId, setId, epoch: 3, share, fp })
const unreadable = expect.objectContaining({ code: 'share-unreadable' })
const expected = { walletId, setId, epoch: 3, fp: encodeBase64Url(fp) }

test('reads the requested share', () => {
  expect(readShare(bytes, 'auth', expected)).toMatchObject({ walletId, setId, epoch: 3, share })
})

test.each([
  { walletId: other },
  { setId: other },
  { epoch: 2 },
  { epoch: 4 },
  { fp: encodeBase64Url(new Uint8Array(16)) },
])('error: refuses a share of another wallet, set or epoch: %j', (change) => {
  expect(() => readShare(bytes, 'auth', { ...expected, ...change })).toThrow(unreadable)
})

test('error: refuses a share of another role', () => {
  expect(() => readShare(bytes, 'rec', expected)).toThrow(unreadable)
})
