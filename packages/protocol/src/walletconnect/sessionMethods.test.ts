import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isSessionMethod, sessionMethods } from './sessionMethods.ts'
import { sessionParams } from './sessionParams.ts'

test('no two kinds of message share a tag', () => {
  const tags = Object.values(sessionMethods).flatMap((row) => [
    row.request.tag,
    row.response.tag,
    ...('reject' in row ? [row.reject.tag] : []),
  ])
  expect(new Set(tags).size).toBe(tags.length)
})

test('what only looks like a method is none', () => {
  expect(isSessionMethod('wc_sessionPing')).toBe(true)
  expect(isSessionMethod('toString')).toBe(false)
  expect(isSessionMethod('wc_sessionTeleport')).toBe(false)
})

test('error: an account that is no CAIP-10 id, a key that is no hex', () => {
  const settle = {
    relay: { protocol: 'irn' },
    namespaces: { eip155: { accounts: ['eip155:1:0xab'], methods: [], events: [] } },
    controller: { publicKey: 'ab'.repeat(32), metadata: { name: 'Wallet' } },
    expiry: 1,
  }
  expect(v.is(sessionParams.wc_sessionSettle, settle)).toBe(true)
  const badAccount = { eip155: { accounts: ['eip155:0xab'], methods: [], events: [] } }
  expect(v.is(sessionParams.wc_sessionSettle, { ...settle, namespaces: badAccount })).toBe(false)
  const controller = { ...settle.controller, publicKey: 'no' }
  expect(v.is(sessionParams.wc_sessionSettle, { ...settle, controller })).toBe(false)
})
