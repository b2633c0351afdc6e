import { expect, test } from 'vitest'
import { parseDidKey } from './didKey.ts'
import { didOf } from './signRelayJwt.test.kit.ts'

const key = new Uint8Array(32).fill(7)

test('returns the bytes of an Ed25519 key', () => {
  expect(Uint8Array.from(parseDidKey(didOf(key)) ?? [])).toEqual(key)
})

test.each([
  ['of X25519', didOf(key, [0xec, 0x01])],
  ['of secp256k1', didOf(key, [0xe7, 0x01])],
  ['of the next kind', didOf(key, [0xed, 0x02])],
  ['of another method', didOf(key).replace('key', 'web')],
  ['of another base', didOf(key).replace(':z', ':f')],
  ['of 31 bytes', didOf(key.slice(1))],
  ['of 33 bytes', didOf(Uint8Array.of(...key, 7))],
  ['of very many bytes', didOf(new Uint8Array(200).fill(7))],
])('error: a key %s', (_, did) => {
  expect(parseDidKey(did)).toBeUndefined()
})
