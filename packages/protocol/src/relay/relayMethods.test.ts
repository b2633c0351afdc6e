import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { relayBatchLimit, relayCloseCodes, relayMethods, relayPush } from './relayMethods.ts'

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

test('takes null for what is optional, as some clients write it', () => {
  const given = { topic, message: 'AA==', ttl: 300, tag: 1108 }
  const read = v.parse(relayMethods.irn_publish.params, {
    ...given,
    attestation: null,
    prompt: null,
  })
  expect(read).toEqual({ ...given, attestation: undefined, prompt: null })
  expect(v.parse(relayMethods.irn_publish.params, given).attestation).toBeUndefined()
  const proposal = { pairingTopic: topic, sessionProposal: 'A', attestation: null }
  expect(v.is(relayMethods.wc_proposeSession.params, proposal)).toBe(true)
  const data = { topic, message: 'A', publishedAt: 1, tag: 1, attestation: null }
  expect(v.is(relayPush.params, { id: 'x', data })).toBe(true)
  expect(v.is(relayMethods.irn_publish.params, { ...given, attestation: 1 })).toBe(false)
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

test('takes 1 to 500 entries in one call', () => {
  const message = { topic, message: 'A', ttl: 1, tag: 0 }
  expect(relayBatchLimit).toBe(500)
  for (const [method, name, entry] of [
    ['irn_batchPublish', 'messages', message],
    ['irn_batchSubscribe', 'topics', topic],
    ['irn_batchUnsubscribe', 'subscriptions', { topic, id: 'i'.repeat(128) }],
    ['irn_batchFetchMessages', 'topics', topic],
    ['irn_batchReceive', 'receipts', { topic, messageId: topic }],
  ] as const) {
    const accepts = (count: number) =>
      v.is(relayMethods[method].params, { [name]: Array(count).fill(entry) })
    expect([0, 1, 500, 501].map(accepts), method).toEqual([false, true, true, false])
  }
})

test('a subscription has an id of at most 128 characters', () => {
  const { params } = relayMethods.irn_unsubscribe
  expect(listUnbounded(params, { topic, id: 'i'.repeat(128) })).toEqual([])
  expect(v.is(params, { topic, id: '' })).toBe(false)
})

test('a proposal and an approval live for 5 minutes unless they say otherwise', () => {
  const proposal = { pairingTopic: topic, sessionProposal: 'A' }
  expect(v.parse(relayMethods.wc_proposeSession.params, proposal).ttl).toBe(300)
  const approval = {
    ...{ sessionTopic: topic, pairingTopic: topic },
    ...{ sessionProposalResponse: 'A', sessionSettlementRequest: 'A' },
  }
  expect(v.parse(relayMethods.wc_approveSession.params, approval).ttl).toBe(300)
})

test('closes sockets with the codes that clients know', () => {
  expect(relayCloseCodes).toEqual({ goingAway: 1001, tryLater: 1013, fatal: 3000 })
})
