import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Limits } from '../limits.ts'
import { type Store, sizeOf } from './store.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const topics = [1, 2, 3].map((n) => hash(`topic ${n}`))
const people = [1, 2, 3].map((n) => hash(`person ${n}`))
const budgets = ['one', 'two']
/** Hashes in the order of lengths: sizes from 513 to 3,013 including overhead. */
const messages = [1, 300, 301, 900, 1500, 2500].map((length) => 'x'.repeat(length))

const index = (list: readonly unknown[]) => fc.nat(list.length - 1)
const append = fc.record({
  kind: fc.constant('append' as const),
  topic: index(topics),
  message: index(messages),
  from: index(people),
  budget: index(budgets),
  attestation: fc.constantFrom(undefined, 'a'.repeat(200)),
  ttlMs: fc.constantFrom(700, 1500, 4000, 60_000),
})
const acknowledge = fc.record({
  kind: fc.constant('acknowledge' as const),
  topic: index(topics),
  message: index(messages),
  reader: index(people),
})
const read = fc.record({
  kind: fc.constant('read' as const),
  readings: fc.uniqueArray(fc.tuple(index(topics), index(people)), {
    maxLength: 3,
    selector: ([topic]) => topic,
  }),
  maxBytes: fc.constantFrom(0, 513, 1500, 1_000_000),
  skipped: fc.option(index(messages), { nil: undefined }),
})
const wait = fc.record({
  kind: fc.constant('wait' as const),
  ms: fc.constantFrom(300, 1000, 5000, 61_000),
})
const restart = fc.record({ kind: fc.constant('restart' as const) })

type Step = typeof steps extends fc.Arbitrary<readonly (infer step)[]> ? step : never
/** Actions of publishers, readers and time on mailboxes; a restart saves the state and reads it again. */
export const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: append },
    { weight: 4, arbitrary: acknowledge },
    { weight: 4, arbitrary: read },
    { weight: 2, arbitrary: wait },
    { weight: 1, arbitrary: restart },
  ),
  { minLength: 10, maxLength: 60 },
)

type Kept = {
  readonly topic: string
  readonly hash: string
  readonly from: string
  readonly size: number
  readonly expiresAt: number
  readonly readers: string[]
}

/** The rules of mailboxes on a plain list, without an index. */
function createModel(limits: Limits, now: () => number) {
  let kept: Kept[] = []
  /** In the order of first delivery. */
  let delivered: Kept[] = []
  /** Per minute, which begins with the first message of a budget. */
  const spent = new Map<string, { used: number; until: number }>()
  const drop = (one: Kept) => {
    kept = kept.filter((other) => other !== one)
    delivered = delivered.filter((other) => other !== one)
  }
  /** Messages expire at full seconds. */
  const sweep = () => {
    const second = Math.floor(now() / 1000)
    for (const one of kept) if (Math.ceil(one.expiresAt / 1000) <= second) drop(one)
  }
  const bytesOf = (list: readonly Kept[]) => list.reduce((sum, { size }) => sum + size, 0)
  return {
    append({
      budget,
      ...message
    }: Omit<Kept, 'readers' | 'expiresAt'> & { budget: string; ttlMs: number }) {
      sweep()
      const { size, topic } = message
      const known = kept.find((one) => one.topic === topic && one.hash === message.hash)
      if (known && known.expiresAt > now()) return 'known'
      if (known) drop(known)
      if (size > limits.topicBytes) return 'mailbox-full'
      const begun = spent.get(budget)
      const { used, until } =
        begun && begun.until > now() ? begun : { used: 0, until: now() + 60_000 }
      if (used + size > limits.publishBytesPerMinute.limit) return 'budget-spent'
      const mailbox = () => kept.filter((one) => one.topic === topic)
      const hasRoom = () =>
        mailbox().length < limits.topicMessages && bytesOf(mailbox()) + size <= limits.topicBytes
      for (const one of mailbox()) if (!hasRoom() && one.readers.length > 0) drop(one)
      if (!hasRoom()) return 'mailbox-full'
      for (const one of delivered) if (bytesOf(kept) + size > limits.totalBytes) drop(one)
      if (bytesOf(kept) + size > limits.totalBytes) return 'store-full'
      spent.set(budget, { used: used + size, until })
      kept.push({ ...message, expiresAt: now() + message.ttlMs, readers: [] })
      return 'kept'
    },
    acknowledge({ hash, reader, topic }: { topic: string; hash: string; reader: string }) {
      const one = kept.find((other) => other.topic === topic && other.hash === hash)
      if (!one || one.readers.includes(reader)) return
      one.readers.push(reader)
      if (!delivered.includes(one)) delivered.push(one)
    },
    pending(
      readings: readonly { topic: string; reader: string }[],
      { maxBytes, skip }: { maxBytes: number; skip: (topic: string, hash: string) => boolean },
    ) {
      const all = kept.filter(({ expiresAt, from, hash, readers, topic }) =>
        readings.some(
          (reading) =>
            reading.topic === topic &&
            reading.reader !== from &&
            !readers.includes(reading.reader) &&
            expiresAt > now() &&
            !skip(topic, hash),
        ),
      )
      const page = all.filter((_, n) => n === 0 || bytesOf(all.slice(0, n + 1)) <= maxBytes)
      return { hashes: page.map(({ hash }) => hash), hasMore: page.length < all.length }
    },
    size() {
      sweep()
      return {
        bytes: bytesOf(kept),
        messages: kept.length,
        topics: new Set(kept.map(({ topic }) => topic)).size,
      }
    },
    /** State after a restart: readers are kept, in the order of the messages. */
    restart() {
      sweep()
      kept = kept.filter(({ expiresAt }) => expiresAt > now())
      delivered = kept.filter(({ readers }) => readers.length > 0)
      spent.clear()
    },
  }
}

export type StoreUnderTest = {
  readonly store: Store
  readonly clock: { nowMs: number }
  /** Opens the store of the next process; undefined when the store is on another server, with its own clock. */
  readonly restart: (() => Promise<Store>) | undefined
}

/**
 * Runs the same steps on a store and on its model, and compares each answer. Time passes only when the test controls
 * the clock.
 */
export async function runSteps(
  given: StoreUnderTest,
  limits: Limits,
  all: readonly Step[],
): Promise<void> {
  const { clock, restart } = given
  let { store } = given
  const model = createModel(limits, () => clock.nowMs)
  for (const step of all) {
    if (step.kind === 'append') {
      const [topic, message, from] = [
        topics[step.topic]!,
        messages[step.message]!,
        people[step.from]!,
      ]
      const budget = budgets[step.budget]!
      const { attestation } = step
      const ttlMs = restart ? step.ttlMs : 600_000
      const what = { topic, hash: hash(message), from, budget, ttlMs }
      const { status } = await store.append({
        ...{ ...what, message, attestation, tag: 1108 },
        addressBudget: budget,
      })
      const size = sizeOf({ message, attestation })
      expect(status, 'append').toBe(model.append({ ...what, size }))
    } else if (step.kind === 'acknowledge') {
      const [topic, reader] = [topics[step.topic]!, people[step.reader]!]
      const mark = { topic, reader, hash: hash(messages[step.message]!) }
      await store.acknowledge(mark)
      model.acknowledge(mark)
    } else if (step.kind === 'read') {
      const readings = step.readings.map(([topic, reader]) => ({
        topic: topics[topic]!,
        reader: people[reader]!,
      }))
      const skipped = step.skipped === undefined ? '' : hash(messages[step.skipped]!)
      const skip = (_: string, one: string) => one === skipped
      const { maxBytes } = step
      const page = await store.pending(readings, { maxBytes, skip })
      expect(
        { hashes: page.messages.map((one) => one.hash), hasMore: page.hasMore },
        'pending',
      ).toEqual(model.pending(readings, { maxBytes, skip }))
      for (const one of page.messages) expect(hash(one.message)).toBe(one.hash)
    } else if (restart && step.kind === 'wait') clock.nowMs += step.ms
    else if (restart && step.kind === 'restart') {
      store = await restart()
      model.restart()
    }
    if (restart) expect(store.readSize(), 'size').toEqual(model.size())
  }
}
