import { resolveLimits, sharedLimits } from '@foyer/server'
import { expect, test } from 'vitest'
import { createBudgets } from './budgets.ts'
import { limits } from './limits.ts'

test('[T122] has the limits that docs/relay.md promises', () => {
  const { ...own } = resolveLimits(limits)
  for (const name of Object.keys(sharedLimits)) Reflect.deleteProperty(own, name)
  const [KiB, MiB, minute, day] = [1024, 1024 ** 2, 60_000, 86_400_000]
  expect(own).toEqual({
    socketsPerAddress: 1000,
    handshakesPer10s: { limit: 500, windowMs: 10_000 },
    requestsPerSecond: { limit: 60, windowMs: 1000 },
    burstMs: 5000,
    receivedBytesPerSecond: { limit: 4 * MiB, windowMs: 1000 },
    requestsAtOnce: 300,
    answerMs: 10_000,
    topicsPerClient: 2000,
    subscriptionsPerClient: 8000,
    publishBytesPerMinute: { limit: 5 * MiB, windowMs: minute },
    publishBytesPerMinuteOfAddress: { limit: 40 * MiB, windowMs: minute },
    heldBytesOfClient: 16 * MiB,
    heldBytesOfAddress: 64 * MiB,
    reserveBytesOfAddress: 512 * KiB,
    maxMessageBytes: 256 * KiB,
    maxTtlMs: 7 * day,
    topicMessages: 100,
    topicBytes: 2 * MiB,
    readersPerTopic: 100,
    totalBytes: 256 * MiB,
    maxInFlight: 1000,
    pageMessages: 200,
    pauseBytes: MiB,
    cutBytes: 8 * MiB,
    queuedBytes: 256 * MiB,
    // The reference client on Node closes a socket that was silent for 35 s.
    pingMs: 20_000,
    idleMs: 10 * minute,
  })
})

test('[T122] bounds what an operator may set', () => {
  const bounds = Object.entries<Partial<Record<'min' | 'max', number>> & { unit: string }>(
    limits,
  ).flatMap(([name, { min, max }]) =>
    (min === undefined && max === undefined) || name in sharedLimits ? [] : [[name, min, max]],
  )
  expect(bounds).toEqual([
    ['socketsPerAddress', undefined, 1_000_000],
    ['handshakesPer10s', undefined, 1_000_000],
    ['requestsPerSecond', undefined, 1_000_000],
    ['receivedBytesPerSecond', undefined, 1_000_000],
    ['topicsPerClient', undefined, 1_000_000],
    ['subscriptionsPerClient', undefined, 1_000_000],
    ['publishBytesPerMinute', undefined, 1_000_000],
    ['publishBytesPerMinuteOfAddress', undefined, 1_000_000],
    ['heldBytesOfClient', undefined, 65_536],
    ['heldBytesOfAddress', undefined, 65_536],
    ['reserveBytesOfAddress', undefined, 1_000_000],
    ['maxMessageBytes', 16, 1024],
    ['readersPerTopic', undefined, 10_000],
    ['totalBytes', undefined, 65_536],
    ['pageMessages', undefined, 10_000],
    ['queuedBytes', undefined, 65_536],
  ])
})

test('[T122] tells the budget of a publish, a read and both', () => {
  const budgets = createBudgets(resolveLimits(limits, { publishBytesPerMinute: 3 * 1024 ** 2 }))
  const rest = { frameBytes: 262_144, callsPerSecond: 60, answerMs: 10_000, atOnce: 300 }
  const published = ['3 MiB a minute of one client', '40 of one address']
  const read = '2000 topics of one client'
  expect(budgets.get('WS irn_publish')).toEqual({ ...rest, finer: published })
  expect(budgets.get('WS irn_subscribe')).toEqual({ ...rest, finer: [read] })
  expect(budgets.get('WS wc_approveSession')).toEqual({ ...rest, finer: [...published, read] })
  expect(budgets.get('WS irn_batchReceive')).toEqual({ ...rest, finer: [] })
})
