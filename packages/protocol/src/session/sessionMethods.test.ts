import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  isSessionMethod,
  sessionMethods,
  sessionTtlS,
  unknownMethodResponse,
} from './sessionMethods.ts'
import { sessionParams } from './sessionParams.ts'

test('no two kinds of message share a tag', () => {
  const tags = Object.values(sessionMethods).flatMap((row) => [
    row.request.tag,
    row.response.tag,
    ...('reject' in row ? [row.reject.tag] : []),
  ])
  expect(new Set(tags).size).toBe(tags.length)
})

test('each message has the tag and the time to live of the specification', () => {
  const rows = Object.entries(sessionMethods).map(([name, row]) =>
    [
      name,
      ...[row.request, row.response, ...('reject' in row ? [row.reject] : [])].map(
        ({ tag, ttlS }) => `${tag} ${ttlS} s`,
      ),
    ].join(', '),
  )
  expect(rows).toEqual([
    'wc_pairingDelete, 1000 86400 s, 1001 86400 s',
    'wc_pairingPing, 1002 30 s, 1003 30 s',
    'wc_pairingExtend, 1004 30 s, 1005 30 s',
    'wc_sessionPropose, 1100 300 s, 1101 300 s, 1120 300 s',
    'wc_sessionSettle, 1102 300 s, 1103 300 s',
    'wc_sessionUpdate, 1104 86400 s, 1105 86400 s',
    'wc_sessionExtend, 1106 86400 s, 1107 86400 s',
    'wc_sessionRequest, 1108 300 s, 1109 300 s',
    'wc_sessionEvent, 1110 300 s, 1111 300 s',
    'wc_sessionDelete, 1112 86400 s, 1113 86400 s',
    'wc_sessionPing, 1114 30 s, 1115 30 s',
    'wc_sessionAuthenticate, 1116 3600 s, 1117 3600 s, 1118 300 s',
  ])
  expect(unknownMethodResponse).toEqual({ tag: 0, ttlS: 86_400 })
  expect(sessionTtlS).toEqual({ proposal: 300, session: 604_800, request: 300 })
})

test('rejects names that only look like methods', () => {
  expect(isSessionMethod('wc_sessionPing')).toBe(true)
  expect(isSessionMethod('toString')).toBe(false)
  expect(isSessionMethod('wc_sessionTeleport')).toBe(false)
})

test('rejects an account that is not a CAIP-10 id and a key that is not hex', () => {
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
