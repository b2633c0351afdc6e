import * as v from 'valibot'
import { expect, test } from 'vitest'
import { relayMethods } from './relayMethods.ts'

const topic = 'ab'.repeat(32)

test('parsing drops telemetry and unknown members', () => {
  const given = { topic, message: 'AA==', ttl: 300, tag: 1108, prompt: true }
  const tvf = { correlationId: 1, txHashes: ['0xsignature'] }
  expect(
    v.parse(relayMethods.irn_publish.params, { ...given, tvf, correlationId: 1, extra: {} }),
  ).toEqual(given)
  const approval = {
    sessionTopic: topic,
    pairingTopic: topic,
    sessionProposalResponse: 'AA==',
    sessionSettlementRequest: 'AA==',
    ttl: 300,
  }
  expect(
    v.parse(relayMethods.wc_approveSession.params, { ...approval, approvedChains: ['eip155:1'] }),
  ).toEqual(approval)
})

test.each([
  ['a topic in capitals', { topic: 'AB'.repeat(32), message: 'AA==', ttl: 1, tag: 0 }],
  ['a short topic', { topic: 'ab', message: 'AA==', ttl: 1, tag: 0 }],
  ['no message', { topic, ttl: 1, tag: 0 }],
  ['an empty message', { topic, message: '', ttl: 1, tag: 0 }],
  ['a fraction of a second', { topic, message: 'AA==', ttl: 1.5, tag: 0 }],
  ['a time to live of 0', { topic, message: 'AA==', ttl: 0, tag: 0 }],
  ['a tag below zero', { topic, message: 'AA==', ttl: 1, tag: -1 }],
])('rejects %s', (_, params) => {
  expect(v.safeParse(relayMethods.irn_publish.params, params).success).toBe(false)
})

test('rejects more than 500 topics in one call', () => {
  const { params } = relayMethods.irn_batchSubscribe
  expect(v.safeParse(params, { topics: Array(500).fill(topic) }).success).toBe(true)
  expect(v.safeParse(params, { topics: Array(501).fill(topic) }).success).toBe(false)
})
