import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { authPrepare, authRelease } from './authShares.ts'
import {
  challengeAad,
  recoveryEvidence,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
} from './recoveryShares.ts'

const id = '00112233-4455-6677-8899-aabbccddeeff'
const wallet = {
  walletId: id,
  epoch: 0xffff,
  fp: 'A'.repeat(22),
  evm: `0x${'a'.repeat(40)}`,
  sol: 'A'.repeat(44),
}
const share = 'A'.repeat(1024)
const sets = [
  { setId: id, kind: 'device', share },
  { setId: id, kind: 'recovery', share },
]
const change = { changeId: id, wallet, mode: 'auto', sets }
const answer = 'A'.repeat(43)
const coordinate = 'A'.repeat(43)
const key = {
  keyId: coordinate,
  publicKey: { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate },
  epoch: 0xffff,
  factors: [
    {
      id: 'A'.repeat(1400),
      mode: 'code',
      wrapped: share,
      kdf: { salt: 'A'.repeat(64) },
      // The largest that JSON keeps exactly.
      createdAt: Number.MAX_SAFE_INTEGER,
    },
  ],
}

test.each<[string, v.GenericSchema, unknown]>([
  ['a change at the vault', recoveryPrepare.body!, { ...change, answer }],
  ['a change at the login server', authPrepare.body!, { ...change, baseEpoch: 0xffff }],
  ['a share of the vault', recoveryRelease.response, { mode: 'auto', jwe: 'A'.repeat(4096) }],
  ['a share of the login server', authRelease.response, { jwe: 'A'.repeat(4096) }],
  ['a challenge', recoveryKey.response, { key, challenge: 'A'.repeat(512) }],
  [
    'what is deleted',
    recoveryForget.body!,
    { walletId: id, setIds: Array(64).fill(id), before: 0xffff },
  ],
  [
    'an OpenID login',
    recoveryEvidence,
    { kind: 'oidc', idToken: 'A'.repeat(8192), txn: 'A'.repeat(128) },
  ],
  [
    'a Farcaster login',
    recoveryEvidence,
    {
      kind: 'siwf',
      message: 'A'.repeat(4096),
      signature: `0x${'a'.repeat(16_382)}`,
      txn: 'A'.repeat(128),
    },
  ],
])('%s accepts its largest size and rejects any larger part', (_, schema, largest) => {
  expect(listUnbounded(schema, largest)).toEqual([])
})

test('a change has one or two sets of different kinds, and an epoch of at least 1', () => {
  const fits = (given: object) => v.is(recoveryPrepare.body!, { ...change, ...given })
  for (const set of sets) expect(fits({ sets: [set] })).toBe(true)
  expect(fits({ sets: [] })).toBe(false)
  expect(fits({ sets: [sets[0], sets[0]] })).toBe(false)
  expect(fits({ wallet: { ...wallet, epoch: 1 } })).toBe(true)
  expect(fits({ wallet: { ...wallet, epoch: 0 } })).toBe(false)
})

test('a change at the login server accepts base epoch 0, which creates a wallet', () => {
  const fits = (baseEpoch: number) => v.is(authPrepare.body!, { ...change, baseEpoch })
  expect([0, -1].map(fits)).toEqual([true, false])
})

test('a challenge is bound to its wallet', () => {
  expect(new TextDecoder().decode(challengeAad('w1'))).toBe('foyer1\u001frec-challenge\u001fw1')
})
