import type * as v from 'valibot'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { postToken, revokeSessions } from './postToken.ts'

const id = '00112233-4455-6677-8899-aabbccddeeff'
const tokens = {
  accessToken: 'A'.repeat(4096),
  expiresIn: 1,
  refreshToken: 'A'.repeat(128),
  sid: id,
  userId: id,
  absExp: 1,
}

test.each<[string, v.GenericSchema, unknown, readonly string[]]>([
  ['a ticket', postToken.body!, { grant: 'login', ticket: 'A'.repeat(128) }, []],
  ['a refresh token', postToken.body!, { grant: 'refresh', refreshToken: 'A'.repeat(128) }, []],
  ['an answer', postToken.response, tokens, ['expiresIn', 'absExp']],
  ['a list of ended sessions', revokeSessions.body!, { sids: Array(64).fill(id) }, []],
])('%s accepts its largest size and rejects any larger part', (_, schema, largest, unbounded) => {
  expect(listUnbounded(schema, largest)).toEqual(unbounded)
})

test('rejects tokens that expire at once and an empty list of sessions', () => {
  expect(() => parse(postToken.response, { ...tokens, expiresIn: 0 })).toThrow()
  expect(() => parse(revokeSessions.body!, { sids: [] })).toThrow()
})
