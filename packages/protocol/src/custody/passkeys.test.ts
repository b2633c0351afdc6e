import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import {
  passkeyAssertion,
  passkeyList,
  passkeyRegister,
  passkeyRegistration,
  passkeyRemove,
  passkeySalt,
} from './passkeys.ts'

const userId = '00112233-4455-6677-8899-aabbccddeeff'
const credential = {
  id: 'A'.repeat(1400),
  rawId: 'A'.repeat(1400),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
}
const registration = {
  ...credential,
  response: {
    clientDataJSON: 'A'.repeat(4096),
    attestationObject: 'A'.repeat(16_384),
    transports: Array(8).fill('a'.repeat(32)),
  },
}
const assertion = {
  ...credential,
  response: {
    clientDataJSON: 'A'.repeat(4096),
    authenticatorData: 'A'.repeat(4096),
    signature: 'A'.repeat(4096),
    userHandle: 'A'.repeat(128),
  },
}

test.each<[string, v.GenericSchema, unknown]>([
  ['a registration', passkeyRegistration, registration],
  ['an assertion', passkeyAssertion, assertion],
  ['a call that keeps a passkey', passkeyRegister.body, { userId, registration }],
  ['the id of a kept passkey', passkeyRegister.response, { id: 'A'.repeat(1400) }],
  ['a call that removes a passkey', passkeyRemove.body, { userId, id: 'A'.repeat(1400) }],
])('%s accepts its largest size and rejects any larger part', (_, schema, largest) => {
  expect(listUnbounded(schema, largest)).toEqual([])
})

test('limits the ids of listed passkeys', () => {
  const passkey = { id: 'A'.repeat(1400), madeIn: 'Chrome', createdAt: 1, lastUsedAt: null }
  expect(listUnbounded(passkeyList.response, { passkeys: [passkey] })).not.toContain(
    'passkeys[0].id',
  )
})

test('derives one PRF salt per user', async () => {
  const expected = createHash('sha256').update(`foyer1:prf:${userId}`).digest()
  expect(Buffer.from(await passkeySalt(userId))).toEqual(expected)
})
